import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { packageRoot } from '../system/package-root.ts';
import { type AnalystOptions, openAnalyst } from './client.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-analyst-'));
  writeFileSync(join(folder, 'price.js'), 'export const price = (n) => n * 2;\n');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program that notes its process id and then does what the text says. */
function program(text: string): string {
  const path = join(folder, 'analyst.mjs');
  const note = `import { appendFileSync } from 'node:fs';\nappendFileSync(${JSON.stringify(join(folder, 'pids'))}, process.pid + '\\n');\n`;
  writeFileSync(path, `${note}${text}\n`);
  return path;
}
const real = `await import(${JSON.stringify(pathToFileURL(join(packageRoot(), 'dist', 'bin', 'analyst.js')).href)});`;
const pids = () => readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number);

/** Its time is over at once for the attempts with these numbers, and never for others. */
function timerThatEnds(...attempts: number[]): NonNullable<AnalystOptions['startTimer']> {
  let count = 0;
  return (_, onTime) => {
    if (attempts.includes(++count)) setImmediate(onTime);
    return () => {};
  };
}

function open(text: string, startTimer = timerThatEnds(), startIdleTimer = timerThatEnds()) {
  const analyst = openAnalyst(process.env, { program: program(text), startTimer, startIdleTimer });
  const input = { root: folder, paths: ['price.js'], blobs: {}, before: {}, cacheFile: join(folder, 'cache.json') };
  const ask = () => analyst.ask('code', input, { signal: new AbortController().signal, timeoutMs: 1500 });
  return { analyst, ask };
}

const waitForEnd = (pid: number) =>
  vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 10_000 });

test('an idle analyst ends; it starts again when it is woken, and answers', async () => {
  const { analyst, ask } = open(real, timerThatEnds(), timerThatEnds(1));
  expect((await ask()).loc).toBe(1);
  await waitForEnd(pids()[0] as number);
  analyst.wake();
  await vi.waitFor(() => expect(pids()).toHaveLength(2), { timeout: 10_000 });
  expect((await ask()).loc).toBe(1);
  expect(pids()).toHaveLength(2);
  analyst.close();
});

test('nothing wakes an analyst that no question has started', async () => {
  const { analyst, ask } = open(real);
  analyst.wake();
  expect(existsSync(join(folder, 'pids'))).toBe(false);
  expect((await ask()).loc).toBe(1);
  analyst.wake();
  expect(pids()).toHaveLength(1);
  analyst.close();
});

test('an analyst that is killed is started again, and answers', async () => {
  const { analyst, ask } = open(real);
  expect((await ask()).loc).toBe(1);
  process.kill(pids()[0] as number, 'SIGKILL');
  expect((await ask()).loc).toBe(1);
  expect(pids()).toHaveLength(2);
  analyst.close();
});

test('an analyst that is stopped is replaced when its time is over', async () => {
  const { analyst, ask } = open(real, timerThatEnds(2));
  await ask();
  const [first = 0] = pids();
  process.kill(first, 'SIGSTOP');
  expect((await ask()).loc).toBe(1);
  expect(pids()).toHaveLength(2);
  expect(() => process.kill(first, 0)).toThrow('ESRCH');
  analyst.close();
});

test.each([
  ['ends at once', 'process.exit(3);', 'it exited with 3'],
  ['never answers', 'setInterval(() => {}, 1000);', 'it did not answer within 1.5 s'],
  ['closes its channel', 'process.disconnect(); setInterval(() => {}, 1000);', 'ended by SIGKILL'],
  ['answers with an error', "process.on('message', ({ id }) => process.send({ id, error: 'out of paper' }));", 'paper'],
])('an analyst that %s is asked twice, and its failure is reported', async (_, text, reason) => {
  const { analyst, ask } = open(text, timerThatEnds(...(text.startsWith('setInterval') ? [1, 2] : [])));
  await expect(ask()).rejects.toThrow(reason);
  analyst.close();
});

test('a question that was cancelled is not asked again', async () => {
  const analyst = openAnalyst(process.env, { program: program('process.exit(0);'), startTimer: timerThatEnds() });
  const cancelled = AbortSignal.abort(new Error('Ctrl-C'));
  const input = { root: folder, paths: [], blobs: {}, before: {}, cacheFile: join(folder, 'cache.json') };
  await expect(analyst.ask('code', input, { signal: cancelled, timeoutMs: 1 })).rejects.toThrow('Ctrl-C');
  expect(existsSync(join(folder, 'pids'))).toBe(false);
});
