import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFailure } from './errors.ts';
import { ensureFolder, sweepTemporary, writeFileAtomic, writeTemporary } from './files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('folders and files are private, and existing ones are replaced as a whole', async () => {
  const path = join(folder, 'a/b/c');
  await ensureFolder(path);
  await ensureFolder(path);
  for (const made of ['a', 'a/b', 'a/b/c']) expect((await stat(join(folder, made))).mode & 0o777).toBe(0o700);
  await writeFileAtomic(join(path, 'file'), 'long old content');
  await writeFileAtomic(join(path, 'file'), Buffer.from('new'));
  expect(await readFile(join(path, 'file'), 'utf8')).toBe('new');
  expect((await stat(join(path, 'file'))).mode & 0o777).toBe(0o600);
});

test('a folder made by several at once, behind a link to one, and behind a link to nowhere', async () => {
  const path = join(folder, 'a/b/c/d');
  await Promise.all(Array.from({ length: 8 }, () => ensureFolder(path)));
  await symlink(path, join(folder, 'link'));
  await ensureFolder(join(folder, 'link/e'));
  expect((await stat(join(path, 'e'))).isDirectory()).toBe(true);
  await symlink('nowhere', join(folder, 'dangling'));
  await expect(ensureFolder(join(folder, 'dangling'))).rejects.toMatchObject({ code: 'unwritable' });
  await expect(ensureFolder(join(folder, 'dangling/f'))).rejects.toMatchObject({ code: 'unwritable' });
});

test('files of a killed writer are removed after an hour, and nothing else', async () => {
  const old = new Date(Date.now() - 61 * 60 * 1000);
  await writeTemporary(join(folder, 'lock'), 'new');
  const [recent] = await readdir(folder);
  await utimes(await writeTemporary(join(folder, 'head'), 'old'), old, old);
  for (const name of ['notes.tmp', 'log.jsonl']) {
    await writeFile(join(folder, name), '');
    await utimes(join(folder, name), old, old);
  }
  await sweepTemporary(folder);
  expect((await readdir(folder)).sort()).toEqual([recent, 'log.jsonl', 'notes.tmp'].sort());
  await sweepTemporary(join(folder, 'nowhere'));
});

test('a failed write leaves nothing behind and names the path', async () => {
  await mkdir(join(folder, 'taken/inner'), { recursive: true });
  await writeFile(join(folder, 'file'), 'mine');
  const onto = expect(writeFileAtomic(join(folder, 'taken'), 'x')).rejects;
  await onto.toMatchObject({ code: 'unwritable', message: expect.stringContaining(join(folder, 'taken')) });
  await expect(writeFileAtomic(join(folder, 'file/below'), 'x')).rejects.toMatchObject({ code: 'unwritable' });
  await expect(ensureFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'unwritable' });
  expect((await readdir(folder)).sort()).toEqual(['file', 'taken']);
});

test.each(['ENOSPC', 'EDQUOT', 'EFBIG'])('%s is a full disk', (code) => {
  const failure = writeFailure(Object.assign(new Error(code), { code }), 'append to', '/state/log.jsonl');
  expect(failure).toMatchObject({ code: 'disk-full', hint: expect.stringContaining('free some space') });
  expect(failure.message).toMatch(/^cannot append to \/state\/log\.jsonl: .+ \(E[A-Z]+\)$/);
});
