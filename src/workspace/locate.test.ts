import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';
import { locateWorkspace } from './locate.ts';

let given: Scratch;
beforeEach(() => {
  given = scratch();
});
afterEach(() => given.remove());

describe('locateWorkspace', () => {
  test('gives the top level of the repository, without symbolic links', async () => {
    mkdirSync(join(given.root, 'deep/er'), { recursive: true });
    const link = join(given.folder, 'link');
    symlinkSync(join(given.root, 'deep'), link);
    expect(await locateWorkspace(join(link, 'er'))).toEqual({
      root: given.root,
      cwd: join(given.root, 'deep/er'),
      git: { gitDir: join(given.root, '.git'), commonDir: join(given.root, '.git'), objectFormat: 'sha1' },
    });
  });

  test('accepts a folder without a repository, with any name', async () => {
    const odd = join(given.folder, 'two\nlines');
    mkdirSync(odd);
    expect(await locateWorkspace(odd)).toEqual({ root: odd, cwd: odd, git: null });
    given.git('init', '-q', odd);
    expect(await locateWorkspace(odd)).toMatchObject({ root: odd, git: { gitDir: join(odd, '.git') } });
  });

  test('recognizes a linked worktree', async () => {
    given.git('commit', '-q', '--allow-empty', '-m', 'first');
    given.git('worktree', 'add', '-q', join(given.folder, 'linked'));
    expect(await locateWorkspace(join(given.folder, 'linked'))).toMatchObject({
      root: join(given.folder, 'linked'),
      git: { gitDir: join(given.root, '.git/worktrees/linked'), commonDir: join(given.root, '.git') },
    });
  });

  test('refuses what must not be snapshotted', async () => {
    const bare = join(given.folder, 'bare.git');
    given.git('init', '-q', '--bare', bare);
    const refused = (folder: string) => expect(locateWorkspace(folder)).rejects;
    await refused(bare).toThrow(/bare git repository/);
    await refused(join(bare, 'objects')).toThrow(/bare git repository/);
    await refused(join(given.root, '.git/refs')).toThrow(/inside a \.git folder/);
    await refused('/').toThrow(/the whole disk.*git init/s);
    await refused(join(given.folder, 'nowhere')).toMatchObject({ code: 'no-workspace' });
    const home = process.env.HOME;
    process.env.HOME = join(given.folder, 'home');
    mkdirSync(process.env.HOME);
    try {
      expect(realpathSync(homedir())).toBe(join(given.folder, 'home'));
      await refused(homedir()).toThrow(/your home folder/);
    } finally {
      process.env.HOME = home;
    }
  });

  test('reports that git cannot read the repository', async () => {
    given.put('.git/config', '[core\n');
    await expect(locateWorkspace(given.root)).rejects.toMatchObject({ code: 'unsafe-workspace' });
  });
});
