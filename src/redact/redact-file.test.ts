import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { redactor } from './redact.ts';
import { redactFile } from './redact-file.ts';

const A = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5kL7n';
const TOKEN = `ghp_${A}`;
const KEY = `-----BEGIN PRIVATE KEY-----\n${`${A}\n`.repeat(200)}-----END PRIVATE KEY-----`;
const LONG = Array.from({ length: 12_000 }, (_, i) => createHash('md5').update(`${i}`).digest('hex').slice(0, 8)).join(
  '',
);
const redact = redactor({ THE_PASSWORD: 'größer\nals zwei Zeilen', LONG_SECRET: LONG });
let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-redact-'));
  path = join(folder, 'output.log');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('secrets are replaced, and the file stays private', async () => {
  await writeFile(path, `one ${TOKEN}\ntwo\n`, { mode: 0o600 });
  expect(await redactFile(path, redact)).toBe(true);
  expect(await readFile(path, 'utf8')).toBe('one [redacted github token]\ntwo\n');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await redactFile(path, redact)).toBe(false);
  expect(await readdir(folder)).toEqual(['output.log']);
});

/** Several chunks, with secrets at varying distances, so that the cuts fall near some of them. */
function* parts(between: string, secrets: readonly string[]): Generator<string> {
  let length = 0;
  for (let i = 0; length < 1_700_000; i++) {
    const part = `${between.repeat(1 + ((i * 37) % 91))} ${secrets[i % secrets.length]} `;
    length += part.length;
    yield part;
  }
}

test.each([
  ['in lines', 'an ordinary line of output\n', [TOKEN, KEY]],
  ['in one line', 'no end of line, ', [TOKEN, 'https://u:pass@host']],
  ['among wide characters', 'größe 🧗 ', [TOKEN, 'größer\nals zwei Zeilen']],
  ['right next to each other', '', [TOKEN, 'AKIAIOSFODNN7EXAMPLE']],
  ['of maximum length', 'line\n', [LONG]],
  ['beside text that only looks like one', '', ['y'.repeat(700_000), TOKEN]],
])('a large file with secrets %s is redacted as its text would be', async (_, between, secrets) => {
  const text = [...parts(between, secrets)].join('');
  await writeFile(path, text);
  expect(await redactFile(path, redact)).toBe(true);
  const expected = redact(text);
  const actual = await readFile(path, 'utf8');
  expect(actual.length).toBe(expected.length);
  expect(actual === expected).toBe(true);
});

test('an impossibly long token does not fill the memory', async () => {
  await writeFile(path, `ghp_${'a1'.repeat(1_700_000)}\nend\n`);
  expect(await redactFile(path, redact)).toBe(true);
  const actual = await readFile(path, 'utf8');
  expect(actual).toMatch(/^\[redacted github token\]/);
  expect(actual).toMatch(/\nend\n$/);
});

test('a file without secrets is not written, whatever its bytes are', async () => {
  const bytes = Buffer.from(Array.from({ length: 1_600_000 }, (_, i) => (i * 7 + (i >> 8)) % 256));
  await writeFile(path, bytes);
  const before = await stat(path);
  expect(await redactFile(path, redact)).toBe(false);
  expect((await readFile(path)).equals(bytes)).toBe(true);
  expect((await stat(path)).ino).toBe(before.ino);
});

test('missing files, folders and links', async () => {
  expect(await redactFile(join(folder, 'nowhere'), redact)).toBe(false);
  await expect(redactFile(folder, redact)).rejects.toMatchObject({ code: 'unwritable' });
  await writeFile(path, TOKEN);
  await symlink(path, join(folder, 'link'));
  await expect(redactFile(join(folder, 'link'), redact)).rejects.toMatchObject({ code: 'unwritable' });
  expect(await readFile(path, 'utf8')).toBe(TOKEN);
});
