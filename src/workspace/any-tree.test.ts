import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';
import { ancestors, folderOf, onDisk } from '../system/paths.ts';
import type { GitWorkspace } from './git-workspace.ts';

let given: Scratch;
let workspace: GitWorkspace;
let baseline: string;
beforeAll(async () => {
  given = scratch();
  workspace = await given.open();
  baseline = (await workspace.snapshot('loop-0/0', null)).commit;
});
afterAll(() => given.remove());

type Leaf = { content: string; mode: number } | { target: string };
type Tree = Map<string, Leaf>;

const name = fc.constantFrom(
  ...['a', 'A', 'b', 'c', '.hidden', '-dash', 'two words', 'new\nline', 'tab\t', '*', '[x]', '"q"', 'back\\slash'],
  ...['\xff\xfe', 'caf\xc3\xa9', ' lead', 'trail ', '#hash', '!bang', 'git~1'],
);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  fc.record({
    content: fc.oneof(fc.constantFrom('', 'x\n', 'y\n', 'x\r\ny\r\n'), fc.string({ unit: 'binary', maxLength: 30 })),
    mode: fc.constantFrom(0o644, 0o644, 0o755, 0o600, 0o444),
  }),
  fc.record({ target: fc.constantFrom('a', '../b', '/etc/passwd', 'no/where', '.') }),
);
const tree: fc.Arbitrary<Tree> = fc
  .array(fc.tuple(path, leaf), { maxLength: 12 })
  .map((entries) => new Map(entries))
  .map((all) => new Map([...all].filter(([one]) => !ancestors(one).some((folder) => all.has(folder)))));

/** Makes the folder hold this tree, leaving alone what is the same already. */
function become(wanted: Tree): void {
  const folders = new Set([...wanted.keys()].flatMap(ancestors));
  const clear = (folder: string) => {
    for (const entry of readdirSync(onDisk(given.root, folder), { encoding: 'latin1', withFileTypes: true })) {
      const one = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (one === '.git') continue;
      if (entry.isDirectory() && folders.has(one)) clear(one);
      else rmSync(onDisk(given.root, one), { recursive: true });
    }
  };
  clear('');
  for (const [one, what] of wanted) {
    const file = onDisk(given.root, one);
    if (folderOf(one) !== '') mkdirSync(onDisk(given.root, folderOf(one)), { recursive: true });
    if (lstatSync(file, { throwIfNoEntry: false })) rmSync(file, { recursive: true });
    if ('target' in what) symlinkSync(what.target, file);
    else {
      writeFileSync(file, what.content);
      chmodSync(file, what.mode);
    }
  }
}

test('from any tree a restore leads back to any other, byte for byte', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(tree, tree, fc.boolean(), async (first, second, snapshotted) => {
      const loop = `loop-${++run}`;
      become(first);
      const before = given.listing();
      expect(before).toHaveLength(first.size);
      const zero = await workspace.snapshot(`${loop}/0`, baseline);
      expect(zero.notes).toEqual([]);
      become(second);
      const after = given.listing();
      const one = snapshotted ? await workspace.snapshot(`${loop}/1`, zero.commit) : null;
      await workspace.restore(zero.commit);
      expect(given.listing()).toEqual(before);
      if (one) {
        await workspace.restore(one.commit);
        expect(given.listing()).toEqual(after);
      }
    }),
    { numRuns: 30 },
  );
}, 120_000);
