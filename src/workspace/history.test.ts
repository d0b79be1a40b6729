import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Scratch, scratch, userEnvironment } from '../../test/support/scratch-workspace.ts';
import type { GitWorkspace } from './git-workspace.ts';
import { movedRefs, openHistory } from './history.ts';
import { locateWorkspace } from './locate.ts';
import { openShadow } from './shadow.ts';
import { openUser } from './user.ts';

let given: Scratch;
let workspace: GitWorkspace;
beforeEach(async () => {
  given = scratch();
  commit('first');
  workspace = await given.open();
});
afterEach(() => given.remove());

function commit(name: string): string {
  given.put(name);
  given.git('add', name);
  given.git('commit', '-qm', name);
  return head();
}

function head(revision = 'HEAD'): string {
  return given.git('rev-parse', revision).trim();
}

function inShadow(...args: string[]): string {
  return given.git('--git-dir', given.shadow, ...args);
}

/** What an agent can do at its worst, short of deleting the repository. */
function destroy(): void {
  given.git('checkout', '-q', '--orphan', 'wiped');
  given.git('commit', '-qm', 'wiped', '--allow-empty');
  for (const name of given.git('for-each-ref', '--format=%(refname)').trim().split('\n')) {
    if (name !== 'refs/heads/wiped') given.git('update-ref', '-d', name);
  }
  given.git('reset', '-q', '--hard');
  given.git('reflog', 'expire', '--expire=now', '--all');
  given.git('gc', '-q', '--prune=now');
}

describe('nothing of the user’s history is lost', () => {
  test('branches, tags, all stashes, reflog and staged content survive reset, expiry and gc', async () => {
    const main = head();
    given.git('checkout', '-q', '-b', 'side');
    const side = commit('side');
    given.git('tag', '-a', 'v1', '-m', 'annotated');
    const amendedAway = commit('amended-away');
    given.git('reset', '-q', '--hard', 'HEAD~1');
    given.git('checkout', '-q', 'main');
    for (const text of ['older stash', 'newer stash']) {
      given.put('first', `${text}\n`);
      given.git('stash');
    }
    const stashes = [head('stash@{0}'), head('stash@{1}')];
    given.put('staged', 'staged content\n');
    given.git('add', 'staged');
    given.put('staged', 'and changed again\n');
    await workspace.snapshot('loop-1/0', null);

    const before = await workspace.protectHistory('loop-1', 'start');
    expect(before).toMatchObject({
      copied: true,
      refs: { HEAD: main, 'refs/heads/main': main, 'refs/heads/side': side },
    });
    expect(before.note).toBeUndefined();
    destroy();
    for (const lost of [main, side, amendedAway, ...stashes]) {
      expect(() => given.git('cat-file', '-e', lost)).toThrow();
      expect(inShadow('cat-file', '-t', lost)).toBe('commit\n');
    }

    const after = await workspace.protectHistory('loop-1', 'one');
    expect(after).toEqual({ refs: { HEAD: head(), 'refs/heads/wiped': head() }, copied: true });
    expect(movedRefs(before.refs, after.refs).map(({ name }) => name)).toEqual([
      'HEAD',
      'refs/heads/main',
      'refs/heads/side',
      'refs/heads/wiped',
      'refs/stash',
      'refs/tags/v1',
    ]);

    // Plain git brings it back; the garbage collection of the shadow repository changes nothing.
    inShadow('gc', '-q', '--prune=now');
    inShadow('fsck', '--connectivity-only');
    const prefix = 'refs/jumar-user/loop-1/start';
    given.git('fetch', '-q', given.shadow, `${prefix}/*:refs/recovered/*`);
    expect(head('refs/recovered/heads/side')).toBe(side);
    expect(given.git('cat-file', '-p', 'refs/recovered/tags/v1')).toContain('annotated');
    expect(given.git('show', `${stashes[1]}:first`)).toBe('older stash\n');
    expect(given.git('show', `${amendedAway}:amended-away`)).toBe('amended-away\n');
    expect(given.git('show', 'refs/recovered/_staged:staged')).toBe('staged content\n');
  });

  test('commits on a remote are not copied, and local ones are still complete', async () => {
    const remote = join(given.folder, 'remote.git');
    mkdirSync(remote);
    execFileSync('git', ['init', '-q', '--bare', remote], { env: userEnvironment(given.folder) });
    const root = head();
    const pushed = commit('pushed');
    given.git('remote', 'add', 'origin', remote);
    given.git('push', '-q', 'origin', 'main');
    await workspace.snapshot('loop-1/0', null);
    expect(await workspace.protectHistory('loop-1', 'start')).toMatchObject({ copied: false });

    const local = commit('local');
    given.git('checkout', '-q', '-b', 'side', root);
    const side = commit('side');
    given.git('merge', '-q', '-m', 'merged', 'main');
    const merged = head();
    expect(await workspace.protectHistory('loop-1', 'one')).toMatchObject({ copied: true });
    const commits = inShadow('rev-list', 'refs/jumar-user/loop-1/one/heads/side').trim().split('\n');
    // The boundary comes along and counts as the beginning.
    expect(commits.sort()).toEqual([merged, side, local, pushed, root].sort());
    inShadow('gc', '-q', '--prune=now');
    inShadow('fsck', '--connectivity-only');
    expect(inShadow('show', `${merged}:first`)).toBe('first\n');
    given.git('fetch', '-q', given.shadow, 'refs/jumar-user/loop-1/one/heads/side');

    const later = commit('later');
    expect(await workspace.protectHistory('loop-1', 'two')).toMatchObject({ copied: true });
    expect(inShadow('for-each-ref', '--format=%(objectname)', 'refs/jumar-user/loop-1/two/heads').trim()).toBe(later);
    await workspace.deleteSnapshots('loop-1', []);
    expect(inShadow('for-each-ref')).toBe('');
  });

  test('does nothing if nothing moved, also in a new process', async () => {
    await workspace.protectHistory('loop-1', 'start');
    expect(await workspace.protectHistory('loop-1', 'one')).toMatchObject({ copied: false });
    const again = await given.open();
    expect(await again.protectHistory('loop-1', 'one')).toEqual({ refs: await again.refsNow(), copied: false });
    expect(inShadow('for-each-ref', 'refs/jumar-user/loop-1/one')).toBe('');
  });

  test('history that is too large is skipped with a note', async () => {
    given.put('big', Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 251)));
    given.git('add', 'big');
    given.git('commit', '-qm', 'big');
    const located = await locateWorkspace(given.root);
    const shadow = await openShadow({ shadowDir: given.shadow, root: given.root });
    const history = openHistory(shadow, openUser(located, {}), 1000);
    const { copied, note } = await history.protect('loop-1', 'start');
    expect(copied).toBe(false);
    expect(note).toMatch(/larger than 0 MB/);
    expect(inShadow('count-objects', '-v')).toMatch(/count: 0\n.*packs: 0\n.*garbage: 0/s);
  });

  test('works in a shallow clone', async () => {
    commit('second');
    const third = commit('third');
    const clone = join(given.folder, 'clone');
    given.git('clone', '-q', '--depth', '1', `file://${given.root}`, clone);
    const located = await locateWorkspace(clone);
    execFileSync('git', ['remote', 'remove', 'origin'], { cwd: clone });
    const shadow = await openShadow({ shadowDir: given.shadow, root: clone });
    expect(await openHistory(shadow, openUser(located, {})).protect('loop-1', 'start')).toMatchObject({ copied: true });
    inShadow('gc', '-q', '--prune=now');
    expect(inShadow('rev-list', 'refs/jumar-user/loop-1/start/heads/main').trim()).toBe(third);
  });

  test('a folder without a repository has none', async () => {
    const plain = scratch('plain');
    try {
      expect(await (await plain.open()).protectHistory('loop-1', 'start')).toEqual({ refs: {}, copied: false });
    } finally {
      plain.remove();
    }
  });
});

test('movedRefs distinguishes new, moved and deleted references', () => {
  expect(movedRefs({ HEAD: 'a', gone: 'b', same: 'c' }, { HEAD: 'd', new: 'e', same: 'c' })).toEqual([
    { name: 'HEAD', from: 'a', to: 'd' },
    { name: 'gone', from: 'b', to: null },
    { name: 'new', from: null, to: 'e' },
  ]);
});
