import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { besideGit } from '../../test/support/beside-git.ts';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';

let given: Scratch;
let end: () => void;
beforeEach(() => {
  given = scratch();
});
afterEach(() => {
  end();
  given.remove();
});

test.each([
  ['just before it is overwritten', 'before', 'notes.txt'],
  ['just after it was overwritten', 'after', 'notes.txt'],
  ['in the way of a file that comes back', 'before', 'gone.txt'],
  ['that the restore does not touch, meanwhile', 'before', 'other.txt'],
  ['that is new, meanwhile', 'after', 'new.txt'],
] as const)('a person saves a file %s: it is set aside, and the restore is exact', async (_, when, path) => {
  for (const name of ['notes.txt', 'gone.txt', 'other.txt']) given.put(name);
  const workspace = await given.open();
  const zero = await workspace.snapshot('loop-1/0', null);
  given.put('notes.txt', 'by the agent\n');
  rmSync(join(given.root, 'gone.txt'));
  given.put('made.txt');
  const one = await workspace.snapshot('loop-1/1', zero.commit);
  end = besideGit(given.folder, {
    when,
    words: '*" read-tree -u "*',
    script: `echo 'by a person' >> '${given.root}/${path}'`,
  });
  await workspace.restore(zero.commit, { held: one.commit });
  expect(await workspace.treeNow(zero.commit)).toBe(zero.tree);
  const aside = await workspace.setAside();
  expect(aside).toMatchObject([{ name: 'set-aside-1', paths: [path] }]);
  expect(String(await workspace.fileAt(aside[0]?.commit as string, path))).toMatch(/by a person\n$/);
});
