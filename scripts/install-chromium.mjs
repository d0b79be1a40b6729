// Installs Debian's Chromium for the extended suite, where it is not there yet. Needs apt-get and the right to use it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (existsSync('/usr/bin/chromium')) {
  console.log('chromium is installed');
} else {
  const run = (...args) => spawnSync('apt-get', args, { stdio: 'inherit' }).status === 0;
  const install = () => run('install', '-y', '--no-install-recommends', 'chromium');
  // The package lists may be old.
  if (!install() && !(run('update') && install())) process.exit(1);
}
