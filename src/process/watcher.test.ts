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
import { listActiveRuns, watcherPid, watchRun } from './watcher.ts';

/** A runner in its own process: supervises the given command and keeps the file `watcher` up to date. */
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

let buildFolder: string;
let folder: string;

beforeAll(async () => {
  buildFolder = await compile('process/supervise.ts');
  await writeFile(join(buildFolder, 'runner.js'), RUNNER);
});
afterAll(() => rm(buildFolder, { recursive: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-watcher-'));
});
afterEach(() => rm(folder, { recursive: true }));

function startRunner(command: string): ChildProcess {
  return spawn(process.execPath, [join(buildFolder, 'runner.js'), folder, command], {
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

it('ends the whole tree of a runner that was killed, then exits', async () => {
  const runner = startRunner(TREE);
  await until('the tree is up', () => numbersIn('pids').length === 4 && numbersIn('watcher').length === 1);
  runner.kill('SIGKILL');
  await until('the tree is gone', () => areGone(numbersIn('pids')));
  await until('the watcher is gone', () => areGone(numbersIn('watcher')));
});

it('is restarted when it is killed, and gets all active runs', async () => {
  const runner = startRunner('echo $$ >> pids; sleep 300 & echo $! >> pids; wait');
  await until('the tree is up', () => numbersIn('pids').length === 2 && numbersIn('watcher').length === 1);
  const [first] = numbersIn('watcher');
  process.kill(first as number, 'SIGKILL');
  await until('there is another watcher', () => numbersIn('watcher')[0] !== first);
  runner.kill('SIGKILL');
  await until('the tree is gone', () => areGone(numbersIn('pids')));
  await until('the watcher is gone', () => areGone(numbersIn('watcher')));
});

it('does not keep its runner alive, and exits with it', async () => {
  const runner = startRunner('exit 3');
  const [exitCode] = await once(runner, 'exit');
  expect(exitCode).toBe(3);
  await until('the watcher is gone', () => areGone(numbersIn('watcher')));
});

it('is shared by all runs of a process, and tracks those that are not done', async () => {
  const first = await watchRun('first');
  const pid = watcherPid();
  const second = await watchRun('second');
  second.group(2 ** 30, 0);
  expect(watcherPid()).toBe(pid);
  first.done();
  expect(listActiveRuns()).toEqual([{ run: 'second', group: 2 ** 30 }]);
  second.done();
  expect(listActiveRuns()).toEqual([]);
});
