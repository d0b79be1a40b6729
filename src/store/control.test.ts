import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ControlRequest } from '../ports/index.ts';
import { requestControl, takeControl } from './control.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-control-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('requests are taken once, oldest first', async () => {
  const control = join(folder, 'control');
  expect(await takeControl(control)).toBeNull();
  const requests: ControlRequest[] = [
    { type: 'pause', now: false },
    { type: 'abort', revert: true },
    { type: 'pause', now: true },
    { type: 'abort', revert: false },
    { type: 'abort', revert: false, reason: 'wrong branch' },
    { type: 'go-on' },
    { type: 'skip' },
    { type: 'gate', answer: 'approve', reason: 'fine', by: 'terminal' },
  ];
  for (const request of requests) await requestControl(control, request);
  for (const request of requests) expect(await takeControl(control)).toEqual(request);
  expect(await takeControl(control)).toBeNull();
  expect(await readdir(control)).toEqual([]);
});

test('a request can be withdrawn until somebody takes it', async () => {
  const first = await requestControl(folder, { type: 'pause', now: false });
  const second = await requestControl(folder, { type: 'go-on' });
  expect(await takeControl(folder)).toEqual({ type: 'pause', now: false });
  expect(await first.withdraw()).toBe(false);
  expect(await second.withdraw()).toBe(true);
  expect(await takeControl(folder)).toBeNull();
});

test('an abort in the words of a gate is an abort', async () => {
  await writeFile(join(folder, '0001.json'), '{"type":"gate","answer":"abort","reason":"not this way"}');
  expect(await takeControl(folder)).toEqual({ type: 'abort', revert: false, reason: 'not this way' });
});

test('skips invalid files', async () => {
  const garbage = ['', '{', 'null', '[]', '{"type":"dance"}', '{"type":"abort"}', '{"type":"pause"}', '\0\0'];
  await Promise.all(garbage.map((text, i) => writeFile(join(folder, `0000-${i}.json`), text)));
  await writeFile(join(folder, '0000.json.tmp'), '{"type":"pause","now":true}');
  await mkdir(join(folder, '0000-folder.json'));
  await requestControl(folder, { type: 'pause', now: true });
  expect(await takeControl(folder)).toEqual({ type: 'pause', now: true });
  expect(await takeControl(folder)).toBeNull();
  expect((await readdir(folder)).sort()).toEqual(['0000-folder.json', '0000.json.tmp']);
});

test('only one of many processes gets a request', async () => {
  await requestControl(folder, { type: 'pause', now: false });
  const taken = await Promise.all(Array.from({ length: 8 }, () => takeControl(folder)));
  expect(taken.filter(Boolean)).toHaveLength(1);
});
