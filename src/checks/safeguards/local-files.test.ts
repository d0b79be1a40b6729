import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLocalFiles } from './local-files.ts';

let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jumar-local-'));
  root = join(folder, 'project');
  mkdirSync(join(root, 'config'), { recursive: true });
  put('.env', 'A=1\n');
  put('config/local.json', '{}\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (path: string, text: string) => writeFileSync(join(root, path), text);
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const open = () => openLocalFiles(root, join(folder, 'store'), async () => ['.env', 'config/local.json']);

test('a run that was killed may have been followed by a person: what differs is named, and its copy kept', async () => {
  await open().note('c', 1);
  put('.env', 'half\n');
  const { restored, notes } = await open().restore([1]);
  expect(restored).toEqual([]);
  expect(notes).toEqual([expect.stringContaining('.env, which git ignores, stays as it is: an agent that was')]);
  expect(read('.env')).toBe('half\n');
  await open().note('c', 1);
  const copy = /from before is (\S+)/.exec(notes[0] as string)?.[1] as string;
  expect(readFileSync(copy, 'utf8')).toBe('A=1\n');
});

test('of two runs of one iteration the first counts, but for what a person changed in between', async () => {
  const files = open();
  await files.note('c', 1);
  put('.env', 'by the agent\n');
  put('config/local.json', '{"agent": 1}\n');
  await files.compare(1);
  put('config/local.json', '{"person": 1}\n');
  await files.note('c', 1);
  rmSync(join(root, '.env'));
  rmSync(join(root, 'config/local.json'));
  await files.compare(1);
  expect((await files.changes(1)).changes.map(({ path, what }) => `${path} ${what}`)).toEqual([
    '.env removed',
    'config/local.json removed',
  ]);
  expect(await files.restore([1])).toEqual({ restored: ['.env', 'config/local.json'], notes: [] });
  expect([read('.env'), read('config/local.json')]).toEqual(['A=1\n', '{"person": 1}\n']);
});

test('several iterations are undone from the last to the first', async () => {
  const files = open();
  for (const n of [1, 2]) {
    await files.note('c', n);
    put('.env', `A=${n + 1}\n`);
    await files.compare(n);
  }
  expect((await files.restore([1, 2])).restored).toEqual(['.env']);
  expect(read('.env')).toBe('A=1\n');
});

test('nothing is written through a link that took the place of a folder', async () => {
  const files = open();
  await files.note('c', 1);
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  rmSync(join(root, 'config'), { recursive: true });
  symlinkSync(elsewhere, join(root, 'config'));
  await files.compare(1);
  expect((await files.restore([1])).notes).toEqual([expect.stringContaining('config/local.json')]);
  expect(existsSync(join(elsewhere, 'local.json'))).toBe(false);
});
