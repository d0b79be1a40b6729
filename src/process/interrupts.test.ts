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

/** Supervises a command with a grace period of one minute until it is interrupted, and writes how that ended. */
const RUNNER = `
import { writeFileSync } from 'node:fs';
import { abortOnInterrupt } from './process/interrupts.js';
import { supervise } from './process/supervise.js';
const [cwd, command] = process.argv.slice(2);
const controller = new AbortController();
controller.signal.addEventListener('abort', () => writeFileSync(cwd + '/reason', String(controller.signal.reason)));
const dispose = abortOnInterrupt(controller, () => writeFileSync(cwd + '/last', 'ended at once'));
const { ended } = await supervise({
  command, cwd, env: process.env, run: 'interrupted-' + process.pid, loop: 'test-loop', stdin: null,
  outputFile: cwd + '/output', streams: 'merged', timeoutMs: 60000, silenceMs: null, graceMs: 60000,
}, controller.signal);
dispose();
writeFileSync(cwd + '/ended', ended + ' ' + process.listenerCount('SIGINT'));
`;

let buildFolder: string;
let folder: string;
let runner: ChildProcess;

beforeAll(async () => {
  buildFolder = await compile('process/interrupts.ts', 'process/supervise.ts');
  await writeFile(join(buildFolder, 'runner.js'), RUNNER);
});
afterAll(() => rm(buildFolder, { recursive: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-interrupts-'));
});
afterEach(async () => {
  runner.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

async function startRunner(command: string): Promise<number> {
  runner = spawn(process.execPath, [join(buildFolder, 'runner.js'), folder, command], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until('the command runs', () => readText('pid').endsWith('\n'));
  return Number(readText('pid'));
}

function readText(name: string): string {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s cancels the run, and the runner exits normally',
  async (signal) => {
    const pid = await startRunner('echo $$ > pid; exec sleep 300');
    const exit = once(runner, 'exit');
    runner.kill(signal);
    expect(await exit).toEqual([0, null]);
    expect(readText('reason')).toBe(`Interrupted: interrupted by ${signal}`);
    expect(readText('ended')).toBe('cancelled 0');
    expect(await processStartTime(pid)).toBeNull();
  },
);

it('a second interrupt ends an agent that ignores the first one', async () => {
  const pid = await startRunner(`trap '' INT TERM; echo $$ > pid; while :; do sleep 300; done`);
  const exit = once(runner, 'exit');
  await until('the runner is gone', () => {
    runner.kill('SIGINT');
    return runner.exitCode !== null;
  });
  expect(await exit).toEqual([130, null]);
  expect(readText('ended')).toBe('');
  expect(readText('last')).toBe('ended at once');
  await until('the agent is gone', async () => (await processStartTime(pid)) === null);
});

it('an interrupt that arrives twice, as under npm, counts as one', async () => {
  await startRunner(`trap 'sleep 0.1; exit 0' INT; echo $$ > pid; while :; do sleep 0.02; done`);
  const exit = once(runner, 'exit');
  runner.kill('SIGINT');
  runner.kill('SIGINT');
  expect(await exit).toEqual([0, null]);
  expect(readText('ended')).toBe('cancelled 0');
});
