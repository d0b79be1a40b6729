import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { committedSince } from './committed.ts';
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
const asked = async (from: string | null, ...paths: string[]) =>
  committedSince(openUser(await locateWorkspace(root), {}), from, paths);

test('names what HEAD holds otherwise, and nothing else', async () => {
  git('init', '-q');
  const start = commit({ 'a*.sh': '1', 'ab.sh': '1', c: '1' });
  commit({ 'a*.sh': '2', 'ab.sh': '2', d: '1' });
  expect(await asked(start, 'a*.sh', 'c', 'd')).toEqual(['a*.sh', 'd']);
  commit({ 'a*.sh': '1' });
  expect(await asked(start, 'a*.sh')).toEqual([]);
  expect(await asked(null, 'c', 'gone')).toEqual(['c']);
});

test('nothing, where there is no repository or no commit', async () => {
  expect(await asked(null, 'a')).toEqual([]);
  git('init', '-q');
  expect(await asked(null, 'a')).toEqual([]);
});
