import { appendFileSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OutputFile, openOutput } from './output.ts';

let folder: string;
let path: string;
let output: OutputFile | null;
let heard: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-output-'));
  path = join(folder, 'output');
  output = null;
  heard = '';
});

afterEach(async () => {
  output?.close();
  await rm(folder, { recursive: true });
});

function open(maxBytes: number): OutputFile {
  output = openOutput(path, maxBytes, (chunk) => {
    heard += chunk.toString('latin1');
  });
  return output;
}

function numbered(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, i) => `line ${String(from + i).padStart(4, '0')}\n`).join('');
}

it('tells whether anything came, and hands on each byte once', async () => {
  const file = open(1000);
  expect(file.poll()).toBe(false);
  appendFileSync(path, 'one\n');
  expect(file.poll()).toBe(true);
  expect(file.poll()).toBe(false);
  appendFileSync(path, 'two\n');
  await file.drain();
  expect(heard).toBe('one\ntwo\n');
  expect(file.produced()).toBe(8);
});

it('forgets what an earlier run wrote', () => {
  writeFileSync(path, 'old');
  expect(open(1000).poll()).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('');
});

it('keeps the last lines of a file that outgrew its cap, and goes on', async () => {
  const file = open(1000);
  writeSync(file.fd, numbered(1, 150));
  file.poll();
  expect(readFileSync(path, 'utf8')).toBe(`…[1010 bytes dropped]…\n${numbered(102, 150)}`);
  writeSync(file.fd, numbered(151, 152));
  await file.drain();
  expect(readFileSync(path, 'utf8')).toBe(`…[1010 bytes dropped]…\n${numbered(102, 152)}`);
  expect(heard).toBe(numbered(1, 152));
  expect(file.produced()).toBe(1520);
});

it('counts what was dropped over all the times it had to', () => {
  const file = open(1000);
  for (let batch = 0; batch < 10; batch++) {
    writeSync(file.fd, numbered(batch * 100 + 1, batch * 100 + 100));
    file.poll();
  }
  const [note, first, ...rest] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const dropped = Number(/\d+/.exec(note ?? '')?.[0]);
  expect(first).toBe(`line ${String(dropped / 10 + 1).padStart(4, '0')}`);
  expect(rest.at(-1)).toBe('line 1000');
  expect(file.produced()).toBe(10_000);
  expect(heard).toBe(numbered(1, 1000));
});

it('hands on the note in place of what was dropped unread', async () => {
  const kilobyte = `${'x'.repeat(1023)}\n`;
  const file = open(4 * 1024 * 1024);
  for (let i = 0; i < 6 * 1024; i++) writeSync(file.fd, kilobyte);
  file.poll();
  await file.drain();
  expect(heard).toMatch(/^(x{1023}\n){2048}[^x]+\[\d+ bytes dropped\][^x]+\n(x{1023}\n)+$/);
});

it('starts anew when the command empties its own output', async () => {
  const file = open(1000);
  writeSync(file.fd, 'before\n');
  file.poll();
  writeFileSync(path, 'now\n');
  await file.drain();
  expect(heard).toBe('before\nnow\n');
  expect(file.produced()).toBe(11);
});
