import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git, temporaryFolder, writeFiles } from '../../../test/support/project.ts';
import { readTree } from './project.ts';

const files = {
  'src/a.js': 'export const a = 1;\n',
  'src/coverage/lines.js': 'export const b = 1;\n',
  'coverage/sorter.js': 'var sorter = 1;\n',
  'made.js': 'export const c = 1;\n',
};
const sourcesIn = async (folder: string) => [...(await readTree(folder, [], [])).sources.keys()];

test('what git ignores is never changed; a tracked folder may have any name', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { ...files, '.gitignore': '/coverage\nmade.js\n' });
  git(folder, 'init', '-q');
  git(folder, 'add', '.');
  expect(await sourcesIn(folder)).toEqual(['src/a.js', 'src/coverage/lines.js']);
});

test('without git, or in a folder that git ignores, the usual generated folders are left out', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    ...files,
    'inner/src/a.js': 'export const a = 1;\n',
    'inner/build/b.js': 'export const b = 1;\n',
  });
  expect(await sourcesIn(folder)).toEqual(['inner/build/b.js', 'inner/src/a.js', 'made.js', 'src/a.js']);
  writeFiles(folder, { '.gitignore': '/inner\n' });
  git(folder, 'init', '-q');
  expect(await sourcesIn(join(folder, 'inner'))).toEqual(['src/a.js']);
});
