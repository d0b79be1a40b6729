import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cleanEnvironment } from '../support/cli.ts';
import { aProject, git } from '../support/project.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/release.mjs', import.meta.url));
const packageJson = {
  name: 'hello',
  version: '1.0.0',
  bin: { hello: 'hello.mjs' },
  scripts: { test: 'node hello.mjs --version' },
};
const hello =
  "#!/usr/bin/env node\nimport { readFileSync } from 'node:fs';\nconst own = new URL('package.json', import.meta.url);\nconsole.log(JSON.parse(readFileSync(own)).version);\n";

test('one command tests, packs, installs and runs a release, and publishes nothing unless asked to', {
  timeout: 120_000,
}, () => {
  const { project } = aProject({
    'package.json': JSON.stringify(packageJson),
    'package-lock.json': JSON.stringify({ name: 'hello', version: '1.0.0', lockfileVersion: 3, packages: {} }),
    'hello.mjs': hello,
    '.gitignore': '*.tgz\n',
  });
  const release = (...args: string[]) => {
    const env = { ...cleanEnvironment(), npm_config_offline: 'true' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], { cwd: project, env });
    return { status, said: `${stdout}${stderr}` };
  };
  expect(release('1.1.0')).toMatchObject({
    status: 0,
    said: expect.stringContaining('installed and run: hello 1.1.0'),
  });
  expect(existsSync(join(project, 'hello-1.1.0.tgz'))).toBe(true);
  expect(readFileSync(join(project, 'package.json'), 'utf8')).toContain('1.0.0');
  expect(git(project, 'status', '--porcelain')).toBe('');
  expect(git(project, 'tag')).toBe('');

  expect(release('soon').said).toContain('usage: npm run release');
  git(project, 'tag', 'v1.2.0');
  expect(release('1.2.0').said).toContain('the tag v1.2.0 exists already');
  writeFileSync(join(project, 'hello.mjs'), hello.replace('version', 'name'));
  expect(release('1.1.0')).toMatchObject({
    status: 1,
    said: expect.stringContaining('has changes; commit them first'),
  });
  git(project, 'commit', '-qam', 'says its name');
  expect(release('1.1.0')).toMatchObject({ status: 1, said: expect.stringContaining('says it is hello, not 1.1.0') });
});
