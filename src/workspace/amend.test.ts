import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';
import type { GitWorkspace } from './git-workspace.ts';

let given: Scratch;
let workspace: GitWorkspace;
beforeEach(async () => {
  given = scratch();
  given.put('check.sh', 'check\n', 0o755);
  given.put('private.pem', 'key\n', 0o600);
  given.put('tests/a.txt', 'a\n');
  given.put('src/a.txt', 'a\n');
  workspace = await given.open();
});
afterEach(() => given.remove());

const attacks: Record<string, () => void> = {
  edit: () => given.put('check.sh', 'exit 0\n', 0o755),
  'lost executable bit': () => chmodSync(join(given.root, 'check.sh'), 0o644),
  'widened permissions': () => chmodSync(join(given.root, 'private.pem'), 0o644),
  move: () => renameSync(join(given.root, 'tests/a.txt'), join(given.root, 'b.txt')),
  'link in the place of the folder': () => {
    rmSync(join(given.root, 'tests'), { recursive: true });
    symlinkSync('src', join(given.root, 'tests'));
  },
  'folder in the place of the file': () => {
    rmSync(join(given.root, 'check.sh'));
    mkdirSync(join(given.root, 'check.sh'));
    given.put('check.sh/x', 'x\n');
  },
};

test.each(Object.keys(attacks))(
  'a snapshot without the %s restores what was there, and keeps the rest',
  async (name) => {
    const zero = await workspace.snapshot('loop-1/0', null);
    const before = given.listing().filter((line) => /^(?:check|private|tests)/.test(line));
    attacks[name]?.();
    given.put('src/new.txt', 'honest work\n');
    const left = await workspace.snapshot('loop-1/1', zero.commit);
    const changed = (await workspace.differences(zero.commit, left.commit)).map(({ path }) => path);
    const taken = changed.filter((path) => /^(?:check\.sh|private|tests)/.test(path));
    expect(taken).not.toEqual([]);
    const amended = await workspace.amend('loop-1/1', left.commit, zero.commit, taken);
    await workspace.restore(amended.commit);
    expect(given.listing().filter((line) => /^(?:check|private|tests)/.test(line))).toEqual(before);
    expect(given.read('src/new.txt')).toBe('honest work\n');
    const names = (await workspace.listSnapshots('loop-1')).map(({ name }) => name).sort();
    expect(names).toEqual(['0', '1', '1-as-left']);
  },
);

test('a lock file changes the fingerprint, and nothing else does', async () => {
  const zero = await workspace.snapshot('loop-1/0', null);
  expect(await workspace.locks(zero.commit)).toBe('');
  given.put('pkg/package-lock.json', 'one\n');
  const one = await workspace.snapshot('loop-1/1', zero.commit);
  given.put('src/a.txt', 'b\n');
  const two = await workspace.snapshot('loop-1/2', one.commit);
  given.put('pkg/package-lock.json', 'two\n');
  const three = await workspace.snapshot('loop-1/3', two.commit);
  const prints = await Promise.all([one, two, three].map(({ commit }) => workspace.locks(commit)));
  expect(prints[0]).toBe(prints[1]);
  expect(new Set(prints).size).toBe(2);
  expect(prints[0]).not.toBe('');
});
