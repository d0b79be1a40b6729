import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';

let given: Scratch;
beforeEach(() => {
  given = scratch();
});
afterEach(() => given.remove());

test('each file in each tree, also if an iteration changed nothing', async () => {
  given.put('a.txt', 'one\n');
  given.put('same.txt', 'same\n');
  const workspace = await given.open();
  const zero = await workspace.snapshot('loop-1/0', null);
  const same = await workspace.snapshot('loop-1/1', zero.commit);
  given.put('a.txt', 'two\n');
  given.put('b.txt', 'new\n');
  const two = await workspace.snapshot('loop-1/2', same.commit);
  const versions = await workspace.versions([zero.tree, same.tree, two.tree, zero.tree]);
  const texts = await workspace.texts(
    versions.flatMap(({ blobs }) => blobs.flatMap((blob) => blob ?? [])),
    100,
  );
  const rows = versions.map(({ path, blobs }) => [path, ...blobs.map((blob) => (blob ? texts.get(blob) : null))]);
  expect(rows.sort()).toEqual([
    ['a.txt', 'one\n', 'one\n', 'two\n', 'one\n'],
    ['b.txt', null, null, 'new\n', null],
  ]);
  expect(await workspace.versions([zero.tree, same.tree])).toEqual([]);
});
