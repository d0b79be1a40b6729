import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { compile } from '../../test/support/compile.ts';
import { until } from '../../test/support/until.ts';
import { processStartTime } from './identity.ts';
import { outstandingRuns, watcherPid, watchRun } from './watcher.ts';

/** A runner in a process of its own: supervises the command given to it and keeps the file `watcher` up to date. */
const RUNNER = `
import { writeFileSync } from 'node:fs';
import { supervise } from './process/supervise.js';
import { watcherPid } from './process/watcher.js';
const [cwd, command] = process.argv.slice(2);
const note = () => watcherPid() && writeFileSync(cwd + '/watcher', String(watcherPid()));
setInterval(note, 10).unref();
const result = await supervise({
  command, cwd, env: process.env, run: 'watched-' + process.pid, loop: 'test-loop', stdin: null,
  outputFile: cwd + '/output', streams: 'merged', timeoutMs: 60000, silenceMs: null,
}, new AbortController().signal);
note();
process.exitCode = result.exitCode;
`;

const TREE = `
trap '' TERM INT
echo $$ >> pids
sleep 300 & echo $! >> pids
setsid sleep 300 & echo $! >> pids
setsid sh -c "trap '' TERM INT; echo \\$\\$ >> pids; while :; do sleep 300; done" &
while :; do sleep 300; done`;

let compiled: string;
let folder: string;

beforeAll(async () => {
  compiled = await compile('process/supervise.ts');
  await writeFile(join(compiled, 'runner.js'), RUNNER);
});
afterAll(() => rm(compiled, { recursive: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-watcher-'));
});
afterEach(() => rm(folder, { recursive: true }));

function startRunner(command: string): ChildProcess {
  return spawn(process.execPath, [join(compiled, 'runner.js'), folder, command], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function numbersIn(name: string): number[] {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : [];
}

async function areGone(pids: number[]): Promise<boolean> {
  const starts = await Promise.all(pids.map(processStartTime));
  return starts.every((start) => start === null);
}

it('ends the whole tree of a runner that was killed, then itself', async () => {
  const runner = startRunner(TREE);
  await until('the tree is up', () => numbersIn('pids').length === 4 && numbersIn('watcher').length === 1);
  runner.kill('SIGKILL');
  await until('the tree is gone', () => areGone(numbersIn('pids')));
  await until('the watcher is gone', () => areGone(numbersIn('watcher')));
});

it('is started anew when it is killed, and knows what the old one knew', async () => {
  const runner = startRunner('echo $$ >> pids; sleep 300 & echo $! >> pids; wait');
  await until('the tree is up', () => numbersIn('pids').length === 2 && numbersIn('watcher').length === 1);
  const [first] = numbersIn('watcher');
  process.kill(first as number, 'SIGKILL');
  await until('there is another watcher', () => numbersIn('watcher')[0] !== first);
  runner.kill('SIGKILL');
  await until('the tree is gone', () => areGone(numbersIn('pids')));
  await until('the watcher is gone', () => areGone(numbersIn('watcher')));
});

it('does not keep its runner alive, and goes with it', async () => {
  const runner = startRunner('exit 3');
  const [exitCode] = await once(runner, 'exit');
  expect(exitCode).toBe(3);
  await until('the watcher is gone', () => areGone(numbersIn('watcher')));
});

it('is one for all runs of a process, and knows those that are not done', async () => {
  const first = await watchRun('first');
  const pid = watcherPid();
  const second = await watchRun('second');
  second.group(2 ** 30, 0);
  expect(watcherPid()).toBe(pid);
  first.done();
  expect(outstandingRuns()).toEqual([{ run: 'second', group: 2 ** 30 }]);
  second.done();
  expect(outstandingRuns()).toEqual([]);
});
