import { existsSync, lstatSync, readFileSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';
import { treeListing } from '../testing/tree-listing.ts';
import type { GitWorkspace } from './git-workspace.ts';
import { MOST_ENTRIES } from './index-file.ts';

let given: Scratch;
let workspace: GitWorkspace;
beforeEach(async () => {
  given = scratch();
  given.put('a', 'one\ntwo\nthree\n');
  given.put('run.sh', '#!/bin/sh\n', 0o755);
  given.put('private', 'key\n', 0o600);
  symlinkSync('a', join(given.root, 'link'));
  workspace = await given.open();
});
afterEach(() => given.remove());

describe('looking at snapshots', () => {
  test('diffText shows lines, a summary, some paths, or as much as is wanted', async () => {
    const zero = await workspace.snapshot('loop-1/0', null);
    given.put('a', 'one\n2\nthree\n');
    given.put('b c', 'new\n');
    const one = await workspace.snapshot('loop-1/1', zero.commit);
    const text = await workspace.diffText(zero.commit, one.commit);
    expect(text).toContain('-two\n+2\n');
    expect(text).toContain('+new\n');
    expect(await workspace.diffText(zero.commit, one.commit, { paths: ['b c'] })).not.toContain('two');
    expect(await workspace.diffText(zero.commit, one.commit, { stat: true })).toContain('2 files changed');
    expect(await workspace.diffText(zero.commit, one.commit, { colour: true })).toContain('\u001b[');
    const cut = await workspace.diffText(zero.commit, one.commit, { maxBytes: 40 });
    expect(cut).toBe(`${text.slice(0, 40)}\n[cut after 40 bytes]\n`);
    await expect(workspace.diffText('--output=x', one.commit)).rejects.toMatchObject({ code: 'unknown-snapshot' });
  });

  test('fileAt gives the bytes, a link’s target, or null', async () => {
    const { commit } = await workspace.snapshot('loop-1/0', null);
    expect(String(await workspace.fileAt(commit, 'a'))).toBe('one\ntwo\nthree\n');
    expect(String(await workspace.fileAt(commit, 'link'))).toBe('a');
    expect(await workspace.fileAt(commit, 'nothing')).toBeNull();
    expect(await workspace.fileAt(commit, '')).toBeNull();
    expect(await workspace.fileAt(commit, '../project/a')).toBeNull();
  });

  test('exportTree writes a whole snapshot elsewhere, and only into an empty folder', async () => {
    const { commit } = await workspace.snapshot('loop-1/0', null);
    const before = given.listing();
    given.put('a', 'changed\n');
    unlinkSync(join(given.root, 'link'));
    const after = given.listing();
    const target = join(given.folder, 'exported/here');
    await workspace.exportTree(commit, target);
    expect(treeListing(target)).toEqual(before);
    expect(given.listing()).toEqual(after);
    expect(existsSync(join(target, '.git'))).toBe(false);
    await expect(workspace.exportTree(commit, target)).rejects.toThrow('not empty');
    expect((await workspace.restore(commit)).extraneous).toBe(2);
  });

  test('listSnapshots keeps the order of the iterations', async () => {
    let parent: string | null = null;
    for (const name of ['0', '10', '2', 'saved-7']) {
      parent = (await workspace.snapshot(`loop-1/${name}`, parent)).commit;
    }
    await workspace.snapshot('loop-10/0', null);
    const listed = await workspace.listSnapshots('loop-1');
    expect(listed.map(({ name }) => name)).toEqual(['0', '2', '10', 'saved-7']);
    expect(listed[3]).toMatchObject({ commit: parent, tree: expect.stringMatching(/^[0-9a-f]{40}$/) });
  });
});

describe('deleting snapshots', () => {
  test('keeps the named ones complete and frees the space of the others', async () => {
    const commits: string[] = [];
    for (let n = 0; n < 4; n++) {
      given.put('a', `iteration ${n}\n`);
      commits.push((await workspace.snapshot(`loop-1/${n}`, commits.at(-1) ?? null)).commit);
    }
    await workspace.restore(commits[1]!);
    await workspace.deleteSnapshots('loop-1', ['0', '2']);
    expect((await workspace.listSnapshots('loop-1')).map(({ name }) => name)).toEqual(['0', '2']);
    const inShadow = (...args: string[]) => given.git('--git-dir', given.shadow, ...args);
    inShadow('fsck', '--connectivity-only');
    expect(() => inShadow('cat-file', '-e', commits[1]!)).toThrow();
    expect(() => inShadow('cat-file', '-e', commits[3]!)).toThrow();
    // Packed now, and with nothing remembered, the kept ones are restored as before.
    const again = await given.open();
    for (const n of [2, 0]) {
      await again.restore(commits[n]!);
      expect(given.read('a')).toBe(`iteration ${n}\n`);
    }
    await expect(again.restore(commits[1]!)).rejects.toMatchObject({ code: 'unknown-snapshot' });
    const five = await again.snapshot('loop-1/5', commits[2]!);
    await again.deleteSnapshots('loop-1', []);
    expect(await again.listSnapshots('loop-1')).toEqual([]);
    await expect(again.restore(five.commit)).rejects.toMatchObject({ code: 'unknown-snapshot' });
    expect((await again.snapshot('loop-2/0', null)).notes).toEqual([]);
  });

  test('rejects a loop name that leads elsewhere', async () => {
    await expect(workspace.deleteSnapshots('../..', [])).rejects.toMatchObject({ name: 'WorkspaceError' });
  });
});

describe('sizes', () => {
  test('a file of 50 MB is stored and restored', async () => {
    const huge = Buffer.alloc(50 * 1024 * 1024, 'all work and no play\n');
    given.put('huge', huge);
    const zero = await workspace.snapshot('loop-1/0', null);
    expect(zero.notes).toEqual([expect.stringContaining('large files are in the snapshots (50 MB): huge; ')]);
    given.put('huge', 'small\n');
    const one = await workspace.snapshot('loop-1/1', zero.commit);
    expect(await workspace.changes(zero.commit, one.commit)).toMatchObject({ files: 1, paths: ['huge'] });
    await workspace.restore(zero.commit);
    expect(readFileSync(join(given.root, 'huge')).equals(huge)).toBe(true);
    expect(lstatSync(join(given.root, 'huge')).mode & 0o777).toBe(0o644);
  });

  test('a thousand new files go into one pack', async () => {
    for (let n = 0; n < 1000; n++) given.put(`many/${n % 10}/${n}`);
    const zero = await workspace.snapshot('loop-1/0', null);
    expect(given.git('--git-dir', given.shadow, 'count-objects', '-v')).toContain('packs: 1\n');
    const before = given.listing();
    for (let n = 0; n < 1000; n += 3) unlinkSync(join(given.root, `many/${n % 10}/${n}`));
    expect((await workspace.restore(zero.commit)).extraneous).toBe(334);
    expect(given.listing()).toEqual(before);
  });

  test('when nothing differs, a restore of a small tree does not ask git, and one of a large tree twice', async () => {
    expect(await callsOfRestore()).toEqual([]);
    for (let n = 0; n <= MOST_ENTRIES; n++) given.put(`many/${n % 10}/${n}`);
    const calls = await callsOfRestore();
    expect(calls.map((call) => /(?:ls|diff)-files/.exec(call)?.[0]).sort()).toEqual(['diff-files', 'ls-files']);
  });

  /** What a new process runs to restore a snapshot that the workspace holds. */
  async function callsOfRestore(): Promise<string[]> {
    const zero = await workspace.snapshot('loop-1/0', null);
    const again = await given.open();
    const trace = join(given.folder, 'trace');
    const path = process.env.PATH;
    const counter = join(given.folder, 'bin');
    const real = given.git('--exec-path').trim();
    given.put('../bin/git', `#!/bin/sh\necho "$@" >> '${trace}'\nexec '${real}/git' "$@"\n`, 0o755);
    process.env.PATH = `${counter}:${path}`;
    try {
      expect((await again.restore(zero.commit)).extraneous).toBe(0);
    } finally {
      process.env.PATH = path;
    }
    return existsSync(trace) ? readFileSync(trace, 'utf8').trim().split('\n') : [];
  }
});
