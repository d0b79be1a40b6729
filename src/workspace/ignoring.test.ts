import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';
import type { GitWorkspace } from './git-workspace.ts';

let given: Scratch;
let workspace: GitWorkspace;
beforeEach(async () => {
  given = scratch();
  given.put('.gitignore', '.env\n*.log\ndata/\n');
  given.put('.env', 'user secret\n');
  given.put('data/big', 'user data\n');
  given.put('src/debug.log', 'user log\n');
  given.put('src/a.ts', 'a\n');
  given.put('node_modules/dep/index.js', 'dep\n');
  given.git('add', '.gitignore', 'src');
  given.git('commit', '-qm', 'first');
  workspace = await given.open();
});
afterEach(() => given.remove());

async function stored(commit: string, ...paths: string[]): Promise<string[]> {
  const found = await Promise.all(paths.map(async (path) => ((await workspace.fileAt(commit, path)) ? [path] : [])));
  return found.flat();
}

describe('what the user ignores', () => {
  const usersOwn = ['.env', 'data/big', 'src/debug.log', 'node_modules/dep/index.js'];

  for (const [what, rules] of Object.entries({
    'empties .gitignore': '',
    'negates every rule': '!.env\n!*.log\n!data/\n!node_modules/\n',
    'writes other rules': 'src/\n',
  })) {
    test(`stays, unstored and undeleted, when the agent ${what}`, async () => {
      const zero = await workspace.snapshot('loop-1/0', null);
      const before = given.listing();
      given.put('.gitignore', rules);
      given.put('src/new.ts', 'new\n');
      const one = await workspace.snapshot('loop-1/1', zero.commit);
      expect(await stored(one.commit, ...usersOwn, 'src/new.ts', 'src/a.ts')).toEqual(['src/new.ts', 'src/a.ts']);
      expect((await workspace.restore(zero.commit)).extraneous).toBe(2);
      expect(given.listing()).toEqual(before);
      // The same from a process that knows nothing yet, and without a snapshot in between.
      given.put('.gitignore', rules);
      await (await given.open()).restore(zero.commit);
      expect(given.listing()).toEqual(before);
    });
  }

  test('stays when the agent deletes .gitignore, or forces ignored files into the user’s index', async () => {
    const zero = await workspace.snapshot('loop-1/0', null);
    const before = given.listing();
    given.git('add', '-f', '.env', 'data');
    rmSync(join(given.root, '.gitignore'));
    const one = await workspace.snapshot('loop-1/1', zero.commit);
    expect(await stored(one.commit, ...usersOwn)).toEqual([]);
    await workspace.restore(zero.commit);
    expect(given.listing()).toEqual(before);
  });

  test('stays although a snapshot of another loop holds it', async () => {
    given.put('.gitignore', '');
    const old = await workspace.snapshot('loop-0/0', null);
    expect(await stored(old.commit, '.env')).toEqual(['.env']);
    given.put('.gitignore', '.env\n*.log\ndata/\n');
    given.put('.env', 'newer secret\n');
    const zero = await workspace.snapshot('loop-1/0', null);
    expect(await stored(zero.commit, ...usersOwn)).toEqual([]);
    await workspace.restore(zero.commit);
    expect(given.read('.env')).toBe('newer secret\n');
    await workspace.restore(old.commit);
    expect(given.read('.env')).toBe('user secret\n');
    const replaced = given.git(
      '--git-dir',
      given.shadow,
      'for-each-ref',
      '--format=%(objectname)',
      'refs/jumar/loop-0/set-aside-*',
    );
    const contents = replaced
      .trim()
      .split('\n')
      .map((commit) => workspace.fileAt(commit, '.env'));
    expect((await Promise.all(contents)).map(String)).toContain('newer secret\n');
    await workspace.restore(zero.commit);
    expect(given.read('.env')).toBe('user secret\n');
  });

  test('is stored anyway if the user’s repository tracks it', async () => {
    given.put('data/seed', 'seed\n');
    given.put('lib/target/source.ts', 'source\n');
    given.put('.jumar/loops/x/log', 'log\n');
    given.git('add', '-f', 'data/seed', 'lib/target/source.ts', '.jumar/loops/x/log');
    const zero = await workspace.snapshot('loop-1/0', null);
    expect(await stored(zero.commit, 'data/seed', 'data/big', 'lib/target/source.ts', '.jumar/loops/x/log')).toEqual([
      'data/seed',
      'lib/target/source.ts',
    ]);
    rmSync(join(given.root, 'data/seed'));
    const one = await workspace.snapshot('loop-1/1', zero.commit);
    expect(await stored(one.commit, 'data/seed')).toEqual([]);
    given.put('data/seed', 'again\n');
    given.put('lib/target/new.ts', 'new\n');
    const two = await workspace.snapshot('loop-1/2', one.commit);
    expect(await stored(two.commit, 'data/seed', 'data/big', 'lib/target/new.ts')).toEqual([
      'data/seed',
      'lib/target/new.ts',
    ]);
    await workspace.restore(zero.commit);
    expect(given.read('data/seed')).toBe('seed\n');
    expect(given.read('data/big')).toBe('user data\n');
  });

  test('is read from exclude files outside the tree, from deeper .gitignore files, and from those that hide themselves', async () => {
    given.put('.git/info/exclude', '*.private\n');
    given.put('x.private');
    given.put('sub/.gitignore', '/only-here\nkept/*\n!kept/yes\n');
    given.put('sub/only-here');
    given.put('sub/deep/only-here');
    given.put('sub/kept/no');
    given.put('sub/kept/yes');
    given.put('.tool/.gitignore', '*\n');
    given.put('.tool/state');
    const zero = await workspace.snapshot('loop-1/0', null);
    given.put('sub/.gitignore', '');
    given.put('.tool/.gitignore', '');
    rmSync(join(given.root, '.git/info/exclude'));
    const one = await workspace.snapshot('loop-1/1', zero.commit);
    const paths = ['x.private', 'sub/only-here', 'sub/deep/only-here', 'sub/kept/no', 'sub/kept/yes', '.tool/state'];
    for (const { commit } of [zero, one]) {
      expect(await stored(commit, ...paths)).toEqual(['sub/deep/only-here', 'sub/kept/yes']);
    }
  });
});

describe('what the agent ignores', () => {
  test('is stored anyway: it cannot hide its work', async () => {
    const zero = await workspace.snapshot('loop-1/0', null);
    const before = given.listing();
    given.put('.gitignore', '*\n');
    given.put('src/.gitignore', 'a.ts\nsneaky.ts\n');
    given.put('.git/info/exclude', 'conftest.py\n');
    given.put('src/sneaky.ts');
    given.put('src/a.ts', 'changed\n');
    given.put('conftest.py');
    const after = given.listing();
    const one = await workspace.snapshot('loop-1/1', zero.commit);
    const { paths } = await workspace.changes(zero.commit, one.commit);
    expect(paths).toEqual(['.gitignore', 'conftest.py', 'src/.gitignore', 'src/a.ts', 'src/sneaky.ts']);
    await workspace.restore(zero.commit);
    expect(given.listing()).toEqual(before);
    await workspace.restore(one.commit);
    expect(given.listing()).toEqual(after);
  });

  test('is left out if it names build output, and removed by a restore to before the rule', async () => {
    const zero = await workspace.snapshot('loop-1/0', null);
    given.put('.gitignore', 'dist/\ncoverage\n.tool-cache/\n');
    given.put('dist/bundle.js');
    given.put('coverage/lcov.info');
    given.put('.tool-cache/.gitignore', '*\n');
    given.put('.tool-cache/x');
    given.put('src/b.ts');
    const one = await workspace.snapshot('loop-1/1', zero.commit);
    expect((await workspace.changes(zero.commit, one.commit)).paths).toEqual(['.gitignore', 'src/b.ts']);
    given.put('dist/bundle.js', 'built again\n');
    const again = await given.open();
    const two = await again.snapshot('loop-1/2', one.commit);
    expect(two.tree).toBe(one.tree);
    expect((await again.restore(one.commit)).extraneous).toBe(0);
    await again.restore(zero.commit);
    expect(given.listing().filter((line) => /^(dist|coverage|\.tool-cache)/.test(line))).toEqual([]);
    await again.restore(one.commit);
    expect(given.read('src/b.ts')).toBe('src/b.ts\n');
  });
});
