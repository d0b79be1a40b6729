import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A public repository's address, or its bare clone in the mirror: `owner+name`, or `owner+name/repo`. */
export function sourceOf(git, mirror = process.env.BENCH_MIRROR) {
  const folder = join(mirror ?? '', git.replace('/', '+'));
  const near = mirror && [join(folder, 'repo', '.git'), join(folder, 'repo'), folder].find((path) => existsSync(path));
  return near && readdirSync(near).length > 0 ? near : `https://github.com/${git}.git`;
}
