import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/support/project.ts';
import { filesUnder } from './files-under.ts';

test('files at every depth, without links and folders', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { a: '', 'b/c': '', 'b/d/e': '' });
  mkdirSync(join(folder, 'empty'));
  symlinkSync('..', join(folder, 'b/loop'));
  const found = await filesUnder(folder);
  expect(found.sort()).toEqual(['a', 'b/c', 'b/d/e'].map((name) => join(folder, name)));
  await expect(filesUnder(join(folder, 'gone'))).rejects.toMatchObject({ code: 'ENOENT' });
});
