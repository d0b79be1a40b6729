import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ControlRequest } from '../ports/index.ts';
import { dropRequests, openControl, requestControl } from './control.ts';
import { acquireLock, type Lock } from './lock.ts';
import { ensureRequestKey } from './request-seal.ts';

const pause: ControlRequest = { type: 'pause', now: false };

let folder: string;
let paths: { control: string; key: string; lock: string };
let lock: Lock;
let key: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-control-'));
  paths = { control: join(folder, 'control'), key: join(folder, 'control.key'), lock: join(folder, 'lock') };
  lock = await acquireLock(paths.lock, { purpose: 'run' });
  key = await ensureRequestKey(paths.key);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const session = () => openControl(paths.control, key, lock.token);

test('requests are taken once, oldest first', async () => {
  const control = session();
  expect(await control.take()).toBeNull();
  const requests: ControlRequest[] = [
    pause,
    { type: 'abort', revert: true },
    { type: 'pause', now: true },
    { type: 'abort', revert: false, reason: 'wrong branch' },
    { type: 'go-on' },
    { type: 'skip' },
    { type: 'gate', answer: 'approve', reason: 'fine', by: 'terminal' },
    { type: 'settings', values: { 'limits.maxIterations': 3 }, confirmed: true },
  ];
  for (const request of requests) await requestControl(paths, request);
  for (const request of requests) expect(await control.take()).toEqual(request);
  expect(await control.take()).toBeNull();
  expect(await readdir(paths.control)).toEqual([]);
});

test('a request can be withdrawn until somebody takes it', async () => {
  const control = session();
  const first = await requestControl(paths, pause);
  const second = await requestControl(paths, { type: 'go-on' });
  expect(await control.take()).toEqual(pause);
  expect(await first.withdraw()).toBe(false);
  expect(await second.withdraw()).toBe(true);
  expect(await control.take()).toBeNull();
});

test('the secret is private, and stays the same for the loop', async () => {
  expect((await stat(paths.key)).mode & 0o777).toBe(0o600);
  expect(await ensureRequestKey(paths.key)).toBe(key);
});

test('what does not carry the secret is forged, whatever it says', async () => {
  const control = session();
  await requestControl(paths, { type: 'settings', values: { 'guard.enabled': true } });
  const [name = ''] = await readdir(paths.control);
  const sealed = await readFile(join(paths.control, name), 'utf8');
  const texts = [
    '',
    '{"type":"settings","values":{"guard.enabled":false}}',
    sealed.replace('true', 'false'),
    sealed.split('\n')[1] ?? '',
    `${'0'.repeat(64)}\n${sealed.split('\n')[1]}`,
    'x'.repeat(300_000),
  ];
  await Promise.all(texts.map((text, i) => writeFile(join(paths.control, `0-${i}.json`), text)));
  await writeFile(join(paths.control, '0.json.tmp'), sealed);
  await mkdir(join(paths.control, '0-folder.json'));
  for (const _ of texts)
    expect(await control.take()).toMatchObject({ type: 'forged', why: "it does not carry the loop's secret" });
  expect(await control.take()).toMatchObject({ type: 'settings' });
  expect(await control.take()).toBeNull();
  expect((await readdir(paths.control)).sort()).toEqual(['0-folder.json', '0.json.tmp']);
});

test('a request counts once: neither again in its session nor in a later one', async () => {
  const control = session();
  await requestControl(paths, { type: 'go-on' });
  const [name = ''] = await readdir(paths.control);
  const sealed = await readFile(join(paths.control, name), 'utf8');
  const comesBack = () => writeFile(join(paths.control, 'again.json'), sealed);
  expect(await control.take()).toEqual({ type: 'go-on' });
  await comesBack();
  expect(await control.take()).toMatchObject({ type: 'forged', why: 'it was sent before' });
  await comesBack();
  const later = openControl(paths.control, key, 'another session');
  expect(await later.take()).toMatchObject({ type: 'forged', why: 'it was meant for an earlier session' });
});

test('nobody takes a request without a session; a new one drops what was left for the last', async () => {
  await requestControl(paths, pause);
  await dropRequests(paths.control);
  expect(await readdir(paths.control)).toEqual([]);
  await lock.release();
  await expect(requestControl(paths, pause)).rejects.toMatchObject({ code: 'not-running' });
});

test('only one of many takers gets a request', async () => {
  const control = session();
  await requestControl(paths, pause);
  const taken = await Promise.all(Array.from({ length: 8 }, () => control.take()));
  expect(taken.filter(Boolean)).toEqual([pause]);
});
