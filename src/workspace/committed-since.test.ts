import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { committedSince } from './committed-since.ts';
import { locateWorkspace } from './locate.ts';
import { openUser } from './user.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'jumar-committed-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, encoding: 'utf8' }).trim();
function commit(files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  git('add', '-A');
  git('commit', '-qm', 'x');
  return git('rev-parse', 'HEAD');
}
const committed = async (from: string | null, ...paths: string[]) =>
  committedSince(openUser(await locateWorkspace(root), {}), from, paths);

test('lists only the paths that differ in HEAD', async () => {
  git('init', '-q');
  const start = commit({ 'a*.sh': '1', 'ab.sh': '1', c: '1' });
  commit({ 'a*.sh': '2', 'ab.sh': '2', d: '1' });
  expect(await committed(start, 'a*.sh', 'c', 'd')).toEqual(['a*.sh', 'd']);
  commit({ 'a*.sh': '1' });
  expect(await committed(start, 'a*.sh')).toEqual([]);
  expect(await committed(null, 'c', 'gone')).toEqual(['c']);
});

test('is empty without a repository or commit', async () => {
  expect(await committed(null, 'a')).toEqual([]);
  git('init', '-q');
  expect(await committed(null, 'a')).toEqual([]);
});
