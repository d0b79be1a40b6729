import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';
import { openCheckout } from './checkout.ts';
import { tidyShadow } from './tidy.ts';

let given: Scratch;
beforeEach(() => {
  given = scratch();
});
afterEach(() => given.remove());

const inShadow = (...args: string[]) => given.git('--git-dir', given.shadow, ...args).trim();

/** A loop whose room saw a file that no snapshot has. */
async function aLoop() {
  given.put('a.txt', 'first\n');
  const workspace = await given.open();
  const zero = await workspace.snapshot('loop-1/0', null);
  const room = `${given.folder}/room`;
  given.git('init', '-q', room);
  const checkout = await openCheckout({
    shadow: given.shadow,
    root: room,
    cache: `${given.folder}/cache`,
    loop: 'loop-1',
    objects: workspace.objects,
  });
  await checkout.restore(zero.commit);
  given.put('../room/a.txt', 'written by a check\n');
  expect(await checkout.changedFiles(zero.commit)).toEqual({ changed: ['a.txt'], added: [] });
  const seen = given.git('hash-object', '../room/a.txt').trim();
  inShadow('cat-file', '-e', seen);
  return { workspace, zero, checkout, seen };
}

test('a few objects are left as they are', async () => {
  const { seen } = await aLoop();
  expect(await tidyShadow(given.shadow)).toBeGreaterThan(0);
  inShadow('cat-file', '-e', seen);
});

test('many are packed, what no snapshot names is gone, and workspace and room go on', async () => {
  const { workspace, zero, checkout, seen } = await aLoop();
  await tidyShadow(given.shadow, { loose: 2, packs: 50 });
  expect(inShadow('count-objects')).toMatch(/^0 objects/);
  expect(() => inShadow('cat-file', '-e', seen)).toThrow();
  await checkout.restore(zero.commit);
  expect(given.read('../room/a.txt')).toBe('first\n');
  given.put('a.txt', 'second\n');
  const one = await workspace.snapshot('loop-1/1', zero.commit);
  await workspace.restore(zero.commit);
  expect(given.read('a.txt')).toBe('first\n');
  await checkout.restore(one.commit);
  expect(given.read('../room/a.txt')).toBe('second\n');
});

test('many packs become one', async () => {
  const { zero } = await aLoop();
  const packs = () => Number(/^packs: (\d+)$/m.exec(inShadow('count-objects', '-v'))?.[1]);
  inShadow('repack', '-q');
  const workspace = await given.open();
  given.put('b.txt');
  await workspace.snapshot('loop-1/1', zero.commit);
  inShadow('repack', '-q');
  expect(packs()).toBe(2);
  await tidyShadow(given.shadow, { loose: 5_000, packs: 1 });
  expect(packs()).toBe(1);
});
