import { existsSync, lstatSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aProject, temporaryFolder, writeFiles } from '../../test/support/project.ts';
import { bringIgnored } from './bring-ignored.ts';

test('a worktree gets dependencies and what .worktreeinclude names, as copies', async () => {
  const { project } = aProject({
    '.gitignore': 'node_modules\n.env*\nbuild/\n',
    '.worktreeinclude': '.env\nbuild/keep\nnotes.txt\n',
  });
  writeFiles(project, {
    'node_modules/dep/index.js': 'dep\n',
    'packages/a/node_modules/own/index.js': 'own\n',
    '.env': 'KEY=1\n',
    '.env.production': 'KEY=2\n',
    'build/keep': 'kept\n',
    'build/other': 'other\n',
    'notes.txt': 'untracked, and not ignored\n',
  });
  symlinkSync('../dep/index.js', join(project, 'node_modules', 'link'));
  const worktree = temporaryFolder();
  expect((await bringIgnored(project, worktree, { dependencies: true })).sort()).toEqual([
    '.env',
    'build/keep',
    'node_modules',
    'packages/a/node_modules',
  ]);
  expect(readFileSync(join(worktree, 'packages/a/node_modules/own/index.js'), 'utf8')).toBe('own\n');
  expect(readlinkSync(join(worktree, 'node_modules/link'))).toBe('../dep/index.js');
  expect(lstatSync(join(worktree, 'node_modules/dep/index.js')).ino).not.toBe(
    lstatSync(join(project, 'node_modules/dep/index.js')).ino,
  );
  expect(['.env.production', 'build/other', 'notes.txt'].filter((name) => existsSync(join(worktree, name)))).toEqual(
    [],
  );
  expect(await bringIgnored(project, worktree, { dependencies: true })).toEqual([]);

  const other = temporaryFolder();
  expect(await bringIgnored(project, other, { dependencies: false })).toEqual(['.env', 'build/keep']);
});
