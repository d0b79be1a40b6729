import { appendFileSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OutputFile, openOutput } from './output.ts';

let folder: string;
let path: string;
let output: OutputFile | null;
let received: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-output-'));
  path = join(folder, 'output');
  output = null;
  received = '';
});

afterEach(async () => {
  output?.close();
  await rm(folder, { recursive: true });
});

function open(maxBytes: number): OutputFile {
  output = openOutput(path, maxBytes, (chunk) => {
    received += chunk.toString('latin1');
  });
  return output;
}

function numberedLines(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, i) => `line ${String(from + i).padStart(4, '0')}\n`).join('');
}

it('reports whether there was new output, and passes on each byte once', async () => {
  const file = open(1000);
  expect(file.poll()).toBe(false);
  appendFileSync(path, 'one\n');
  expect(file.poll()).toBe(true);
  expect(file.poll()).toBe(false);
  appendFileSync(path, 'two\n');
  await file.drain();
  expect(received).toBe('one\ntwo\n');
  expect(file.producedBytes()).toBe(8);
});

it('removes the output of an earlier run', () => {
  writeFileSync(path, 'old');
  expect(open(1000).poll()).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('');
});

it('keeps the last lines of a file that exceeds its limit, and continues', async () => {
  const file = open(1000);
  writeSync(file.fd, numberedLines(1, 150));
  file.poll();
  expect(readFileSync(path, 'utf8')).toBe(`…[1010 bytes dropped]…\n${numberedLines(102, 150)}`);
  writeSync(file.fd, numberedLines(151, 152));
  await file.drain();
  expect(readFileSync(path, 'utf8')).toBe(`…[1010 bytes dropped]…\n${numberedLines(102, 152)}`);
  expect(received).toBe(numberedLines(1, 152));
  expect(file.producedBytes()).toBe(1520);
});

it('adds up the dropped bytes over several compactions', () => {
  const file = open(1000);
  for (let batch = 0; batch < 10; batch++) {
    writeSync(file.fd, numberedLines(batch * 100 + 1, batch * 100 + 100));
    file.poll();
  }
  const [note, first, ...rest] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const droppedBytes = Number(/\d+/.exec(note ?? '')?.[0]);
  expect(first).toBe(`line ${String(droppedBytes / 10 + 1).padStart(4, '0')}`);
  expect(rest.at(-1)).toBe('line 1000');
  expect(file.producedBytes()).toBe(10_000);
  expect(received).toBe(numberedLines(1, 1000));
});

it('passes on the note in place of output that was dropped unread', async () => {
  const kilobyte = `${'x'.repeat(1023)}\n`;
  const file = open(4 * 1024 * 1024);
  for (let i = 0; i < 6 * 1024; i++) writeSync(file.fd, kilobyte);
  file.poll();
  await file.drain();
  const between = received.split(kilobyte);
  const [note] = between.splice(2048, 1);
  expect(note).toMatch(/^[^x]+\[\d+ bytes dropped\][^x]+\n$/);
  expect(between.length).toBeGreaterThan(2048);
  expect(between.every((text) => text === '')).toBe(true);
});

it('starts again when the command truncates its own output', async () => {
  const file = open(1000);
  writeSync(file.fd, 'before\n');
  file.poll();
  writeFileSync(path, 'now\n');
  await file.drain();
  expect(received).toBe('before\nnow\n');
  expect(file.producedBytes()).toBe(11);
});
