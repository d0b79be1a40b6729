import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';
import { openWorkspace } from './git-workspace.ts';

let given: Scratch;
beforeEach(() => {
  given = scratch();
});
afterEach(() => given.remove());

test('an ignored file that is included is part of every later loop too, as it is when that loop starts', async () => {
  const { root, shadow } = given;
  const keep = { matches: (path: string) => path === '.env' || path.startsWith('secrets/'), names: () => true };
  const baselineOf = async (loop: string) => {
    const workspace = await openWorkspace({ shadow, root, loop, keep });
    const { commit } = await workspace.snapshot(`${loop}/0`, null);
    return Promise.all(['.env', 'secrets/key', 'other.log'].map(async (path) => workspace.fileAt(commit, path)));
  };
  given.put('.gitignore', '.env\nsecrets/\n*.log\n');
  given.put('.env', 'one\n');
  given.put('secrets/key', 'k1\n');
  given.put('other.log', 'noise\n');
  expect((await baselineOf('loop-1')).map(String)).toEqual(['one\n', 'k1\n', 'null']);
  given.put('.env', 'two\n');
  expect((await baselineOf('loop-2')).map(String)).toEqual(['two\n', 'k1\n', 'null']);
  const plain = await openWorkspace({ shadow, root, loop: 'loop-3' });
  const { commit } = await plain.snapshot('loop-3/0', null);
  expect(await plain.fileAt(commit, '.env')).toBeNull();
  expect(given.read('.env')).toBe('two\n');
});
