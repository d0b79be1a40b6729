import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';

let given: Scratch;
afterEach(() => given.remove());

interface Scene {
  git(...args: string[]): string;
  /** In another working tree of the same repository. */
  elsewhere(...args: string[]): string;
  commit(message: string): void;
}

async function movesOf(act: (scene: Scene) => void, until: number | null = Number.POSITIVE_INFINITY) {
  given = scratch();
  given.put('a.txt');
  given.git('add', '-A');
  given.git('commit', '-qm', 'start');
  given.git('branch', 'old');
  given.put('a.txt', 'two\n');
  given.git('commit', '-qam', 'second');
  const other = join(given.folder, 'other');
  given.git('worktree', 'add', '-q', '-b', 'side', other);
  const remote = join(given.folder, 'remote');
  given.git('clone', '-q', given.root, remote);
  given.git('remote', 'add', 'origin', remote);
  const workspace = await given.open();
  const saved = join(given.folder, 'saved-index');
  const before = await workspace.branches();
  await workspace.saveIndex(saved);
  act({
    git: given.git,
    elsewhere: (...args) => given.git('-C', other, ...args),
    commit: (message) => given.git('-c', 'user.name=u', 'commit', '-q', '--allow-empty', '-m', message),
  });
  const { moved, notes } = await workspace.agentMoves(before, { savedIndex: saved, until });
  return { moved: moved.map(({ name }) => name).sort(), notes: notes.join() };
}

describe('what the agent did in the workspace is its own', () => {
  const cases: [string, (scene: Scene) => void, string[]][] = [
    ['a commit', ({ commit }) => commit('more'), ['refs/heads/main']],
    ['a reset', ({ git }) => git('reset', '-q', '--hard', 'HEAD~1'), ['index', 'refs/heads/main']],
    [
      'a commit on a new branch',
      ({ git, commit }) => [git('switch', '-qc', 'wild'), commit('more')],
      ['HEAD', 'refs/heads/wild'],
    ],
    ['a new branch without a commit', ({ git }) => git('switch', '-qc', 'wild'), ['HEAD', 'refs/heads/wild']],
    [
      'a branch moved to its commit',
      ({ git, commit }) => [commit('more'), git('branch', '-f', 'old')],
      ['refs/heads/main', 'refs/heads/old'],
    ],
    [
      'a tag on its commit',
      ({ git, commit }) => [commit('more'), git('tag', '-am', 'x', 'v2')],
      ['refs/heads/main', 'refs/tags/v2'],
    ],
    [
      'a reset of another branch',
      ({ git }) => [git('switch', '-q', 'old'), git('reset', '-q', '--hard', 'main'), git('switch', '-q', 'main')],
      ['refs/heads/old'],
    ],
    ['a branch that is gone', ({ git }) => git('branch', '-qD', 'old'), ['refs/heads/old']],
    ['a stash', ({ git }) => [given.put('a.txt', 'x\n'), git('stash', '-q')], ['refs/stash']],
    [
      'a commit that git kept no log of',
      ({ git, commit }) => [
        git('config', 'core.logAllRefUpdates', 'false'),
        git('reflog', 'expire', '--expire=all', '--all'),
        commit('more'),
      ],
      ['refs/heads/main'],
    ],
  ];
  test.each(cases)('%s', async (_, act, expected) => {
    expect(await movesOf(act)).toEqual({ moved: expected, notes: '' });
  });
});

describe('what others do meanwhile stays, and is named', () => {
  const commitElsewhere = ({ elsewhere }: Scene) => elsewhere('commit', '-q', '--allow-empty', '-m', 'theirs');
  const cases: [string, (scene: Scene) => void, string[]][] = [
    ['a commit in another working tree', commitElsewhere, ['refs/heads/side']],
    [
      'a branch on it',
      (scene) => [commitElsewhere(scene), scene.elsewhere('branch', 'theirs')],
      ['refs/heads/side', 'refs/heads/theirs'],
    ],
    [
      'a fetched tag',
      ({ git }) => [git('-C', join(given.folder, 'remote'), 'tag', 'v9'), git('fetch', '-q', '--tags', 'origin')],
      ['refs/tags/v9'],
    ],
    ['a fetched branch', ({ git }) => git('fetch', '-q', 'origin', 'main:theirs'), ['refs/heads/theirs']],
    [
      'a branch made for another loop',
      ({ git }) => git('update-ref', 'refs/heads/jumar/other', 'old'),
      ['refs/heads/jumar/other'],
    ],
    ['a branch moved elsewhere', ({ elsewhere }) => elsewhere('branch', '-f', 'old', 'main'), ['refs/heads/old']],
    [
      'a stash in another working tree',
      ({ elsewhere }) => [writeFileSync(join(given.folder, 'other/a.txt'), 'x\n'), elsewhere('stash', '-q')],
      ['refs/stash'],
    ],
    ['jumar apply --commit', ({ git }) => git('update-ref', '-m', 'jumar apply', 'HEAD', 'old'), ['refs/heads/main']],
  ];
  test.each(cases)('%s', async (_, act, names) => {
    const { moved, notes } = await movesOf(act);
    expect(moved).toEqual([]);
    for (const name of names) expect(notes).toContain(name);
  });

  test('and so does what was done after the last agent ended', async () => {
    for (const until of [null, 1000]) {
      const { moved, notes } = await movesOf(({ commit }) => commit('mine'), until);
      expect({ moved, notes }).toEqual({ moved: [], notes: expect.stringContaining('refs/heads/main') });
      given.remove();
    }
  });
});
