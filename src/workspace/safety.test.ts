import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';
import { treeListing } from '../testing/tree-listing.ts';
import { type GitWorkspace, openWorkspace } from './git-workspace.ts';

let given: Scratch;
let workspace: GitWorkspace;
let outside: string;
beforeEach(async () => {
  given = scratch();
  given.put('src/a.ts');
  given.put('src/deep/b.ts');
  given.put('top');
  workspace = await given.open();
  outside = join(given.folder, 'outside');
  mkdirSync(join(outside, 'deep'), { recursive: true });
  for (const name of ['a.ts', 'deep/b.ts', 'precious']) writeFileSync(join(outside, name), 'outside\n');
});
afterEach(() => given.remove());

describe('a restore never leaves the workspace', () => {
  const swaps: Record<string, () => void> = {
    'a folder became a link to the outside': () => {
      rmSync(join(given.root, 'src'), { recursive: true });
      symlinkSync(outside, join(given.root, 'src'));
    },
    'a folder was moved outside and linked back': () => {
      rmSync(outside, { recursive: true });
      renameSync(join(given.root, 'src'), outside);
      symlinkSync(outside, join(given.root, 'src'));
    },
    'a deeper folder became a link': () => {
      rmSync(join(given.root, 'src/deep'), { recursive: true });
      symlinkSync(join(outside, 'deep'), join(given.root, 'src/deep'));
    },
    'an ignored link stands where a folder must be': () => {
      rmSync(join(given.root, 'kept'), { recursive: true });
      symlinkSync(outside, join(given.root, 'kept'));
    },
  };
  for (const [what, swap] of Object.entries(swaps)) {
    test(`when ${what}`, async () => {
      given.put('.gitignore', 'kept\n');
      given.put('kept/tracked');
      given.git('add', '-f', 'kept/tracked');
      const zero = await workspace.snapshot('loop-1/0', null);
      const before = given.listing();
      swap();
      const untouched = treeListing(outside);
      const one = await workspace.snapshot('loop-1/1', zero.commit);
      expect(treeListing(outside)).toEqual(untouched);
      await workspace.restore(zero.commit);
      expect(given.listing().filter((line) => !line.startsWith('.jumar/aside/'))).toEqual(before);
      expect(treeListing(outside)).toEqual(untouched);
      await workspace.restore(one.commit);
      expect(treeListing(outside)).toEqual(untouched);
      await workspace.restore(zero.commit);
      expect(treeListing(outside)).toEqual(untouched);
    });
  }

  test('and refuses when the workspace itself became a link', async () => {
    const zero = await workspace.snapshot('loop-1/0', null);
    renameSync(given.root, join(given.folder, 'moved'));
    symlinkSync(outside, given.root);
    await expect(workspace.restore(zero.commit)).rejects.toMatchObject({ code: 'no-workspace' });
    await expect(workspace.snapshot('loop-1/1', zero.commit)).rejects.toMatchObject({ code: 'no-workspace' });
    expect(readdirSync(outside)).toContain('precious');
  });
});

test('the shadow repository may not lie inside the workspace', async () => {
  const options = { root: given.root, shadow: join(given.root, 'state/shadow.git'), loop: 'loop-1' };
  await expect(openWorkspace(options)).rejects.toThrow('JUMAR_HOME');
});

describe('a restore destroys nothing that is in no snapshot', () => {
  test('an ignored file where a folder must be, and ignored files where a file must be, are moved aside', async () => {
    given.put('.gitignore', '*.local\nsrc.local/\n');
    given.put('x.local/tracked');
    given.git('add', '-f', 'x.local/tracked');
    const zero = await workspace.snapshot('loop-1/0', null);
    const before = given.listing();
    rmSync(join(given.root, 'x.local'), { recursive: true });
    given.put('x.local', 'mine\n');
    rmSync(join(given.root, 'top'));
    given.put('top/stored');
    given.put('top/deep/mine.local', 'mine too\n');
    await workspace.snapshot('loop-1/1', zero.commit);
    const { notes } = await workspace.restore(zero.commit);
    const after = given.listing();
    expect(after.filter((line) => !line.startsWith('.jumar/'))).toEqual(before);
    const moved = notes.map((note) => /moved to (\S+),/.exec(note)?.[1] ?? '').filter(Boolean);
    expect(moved.map((path) => path.replace(/^\.jumar\/aside\/[^/]+\//, '')).sort()).toEqual(['top/deep', 'x.local']);
    expect(moved.map((path) => given.read(path.endsWith('deep') ? `${path}/mine.local` : path)).sort()).toEqual([
      'mine\n',
      'mine too\n',
    ]);
    expect(given.git('status', '--porcelain', '--', '.jumar')).toBe('');
  });

  test('files that are in no snapshot are set aside by name before they are replaced', async () => {
    const zero = await workspace.snapshot('loop-1/0', null);
    given.put('top', 'written by the user meanwhile\n');
    await workspace.restore(zero.commit);
    given.put('top', 'and again\n');
    await workspace.restore(zero.commit);
    const [first, second] = await workspace.setAside();
    expect(first).toMatchObject({ name: 'set-aside-1', base: zero.commit, paths: ['top'], count: 1 });
    expect((await workspace.fileAt(first?.commit ?? '', 'top'))?.toString()).toBe('written by the user meanwhile\n');
    expect((await workspace.fileAt(second?.commit ?? '', 'top'))?.toString()).toBe('and again\n');
    // A tree that the loop knows is set aside once, also by another process.
    given.put('top', 'and again\n');
    await (await given.open()).restore(zero.commit);
    expect(await workspace.setAside()).toHaveLength(2);
  });
});

describe('what cannot be stored is reported', () => {
  test('pipes, sockets, and names that git takes for its own', async () => {
    execFileSync('mkfifo', [join(given.root, 'src/pipe')]);
    const server = createServer();
    await new Promise<void>((ready) => server.listen(join(given.root, 'socket'), ready));
    given.put('.GIT/config', 'not git’s\n');
    const zero = await workspace.snapshot('loop-1/0', null);
    expect(zero.notes.join('\n')).toMatch(/pipes, sockets or devices: socket, src\/pipe|src\/pipe, socket/);
    expect(zero.notes.join('\n')).toContain('.GIT/config');
    rmSync(join(given.root, 'top'));
    execFileSync('mkfifo', [join(given.root, 'top')]);
    const one = await workspace.snapshot('loop-1/1', zero.commit);
    expect((await workspace.changes(zero.commit, one.commit)).paths).toEqual(['top']);
    expect(one.notes.join('\n')).toContain('top');
    await workspace.restore(zero.commit);
    expect(given.read('top')).toBe('top\n');
    expect(lstatSync(join(given.root, 'src/pipe')).isFIFO()).toBe(true);
    await new Promise((closed) => server.close(closed));
  });

  // Root may read and write everything: these run as somebody else.
  const asRoot = process.getuid?.() === 0;
  const nobody = 65534;
  const unprivileged = async (work: () => Promise<void>) => {
    if (!asRoot) return await work();
    execFileSync('chown', ['-R', `${nobody}:${nobody}`, given.folder]);
    process.seteuid?.(nobody);
    try {
      await work();
    } finally {
      process.seteuid?.(0);
    }
  };

  test('unreadable files and folders; a restore moves aside what it could not read', async () => {
    await unprivileged(async () => {
      const zero = await workspace.snapshot('loop-1/0', null);
      given.put('top', 'changed, then locked\n', 0o000);
      given.put('locked', 'new and locked\n', 0o000);
      given.put('closed/inside');
      chmodSync(join(given.root, 'closed'), 0o000);
      const one = await workspace.snapshot('loop-1/1', zero.commit);
      expect(one.notes.join('\n')).toMatch(/cannot be read: top, locked|cannot be read: locked, top/);
      expect(one.notes.join('\n')).toMatch(/not read: .*closed/);
      const { notes } = await workspace.restore(zero.commit);
      chmodSync(join(given.root, 'closed'), 0o755);
      expect(given.read('closed/inside')).toBe('closed/inside\n');
      expect(given.read('top')).toBe('top\n');
      expect(lstatSync(join(given.root, 'locked')).size).toBe(15);
      expect(notes.join('\n')).toMatch(/moved to .*: top$/m);
    });
  });

  test('read-only files and folders are restored, and stay read-only', async () => {
    await unprivileged(async () => {
      given.put('ro/file', 'read-only\n', 0o444);
      given.put('ro/gone', 'gone\n');
      chmodSync(join(given.root, 'ro'), 0o555);
      const zero = await workspace.snapshot('loop-1/0', null);
      const before = given.listing();
      chmodSync(join(given.root, 'ro'), 0o755);
      rmSync(join(given.root, 'ro/file'));
      given.put('ro/file', 'changed\n', 0o600);
      rmSync(join(given.root, 'ro/gone'));
      given.put('ro/new/er');
      chmodSync(join(given.root, 'ro/new'), 0o555);
      chmodSync(join(given.root, 'ro'), 0o555);
      await workspace.snapshot('loop-1/1', zero.commit);
      await workspace.restore(zero.commit);
      expect(given.listing()).toEqual(before);
      expect(lstatSync(join(given.root, 'ro')).mode & 0o777).toBe(0o555);
      chmodSync(join(given.root, 'ro'), 0o755);
    });
  });

  test.runIf(asRoot)('a restore that cannot be exact names the paths', async () => {
    const zero = await workspace.snapshot('loop-1/0', null);
    given.put('src/a.ts', 'changed\n');
    execFileSync('chown', ['-R', `${nobody}:${nobody}`, given.folder]);
    chownSync(join(given.root, 'src'), 0, 0);
    process.seteuid?.(nobody);
    try {
      const failed = workspace.restore(zero.commit);
      await expect(failed).rejects.toMatchObject({ code: 'inexact', paths: ['src/a.ts'] });
      await expect(failed).rejects.toThrow('src/a.ts');
    } finally {
      process.seteuid?.(0);
    }
    expect(readFileSync(join(given.root, 'src/a.ts'), 'utf8')).toBe('changed\n');
    expect((await workspace.restore(zero.commit)).extraneous).toBe(1);
  });
});

test('replaced objects (`git replace`) change neither what is compared nor what is restored', async () => {
  given.put('top', 'honest\n');
  const zero = await workspace.snapshot('loop-1/0', null);
  given.put('top', 'cheat\n');
  const one = await workspace.snapshot('loop-1/1', zero.commit);
  const shadow = (...args: string[]) => given.git('--git-dir', given.shadow, ...args).trim();
  const [honest = '', cheat = ''] = [zero, one].map(({ commit }) => shadow('rev-parse', `${commit}:top`));
  shadow('replace', '-f', honest, cheat);
  shadow('replace', '-f', zero.commit, one.commit);
  expect(shadow('show', `${zero.commit}:top`)).toBe('cheat');
  const fresh = await given.open();
  expect(String(await fresh.fileAt(zero.commit, 'top'))).toBe('honest\n');
  expect((await fresh.changes(zero.commit, one.commit)).paths).toEqual(['top']);
  await fresh.restore(zero.commit);
  expect(given.read('top')).toBe('honest\n');
});
