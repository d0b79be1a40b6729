import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '../../test/support/until.ts';
import { processStartTime } from './identity.ts';
import { RUN_MARKER } from './markers.ts';
import { hasProc, readStat } from './stat.ts';
import { WATCHER_SCRIPT } from './watcher-script.ts';

const shells = ['sh', 'bash', 'busybox'].filter((shell) => spawnSync(shell, [], { input: '' }).error === undefined);
const children: ChildProcess[] = [];
let folder: string;
let run: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-script-'));
  run = `script-${process.pid}-${performance.now()}`;
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Runs the watcher with this shell, sends it these lines, then closes its input like a runner that died. */
async function dieAfter(lines: string[], { shell = 'sh', path = process.env.PATH } = {}): Promise<void> {
  const args = ['-c', WATCHER_SCRIPT, 'watcher', '2'];
  const watcher = spawn(shell, args, { argv0: 'sh', env: { PATH: path }, stdio: ['pipe', 'ignore', 'inherit'] });
  children.push(watcher);
  watcher.stdin?.end(lines.map((line) => `${line}\n`).join(''));
  await once(watcher, 'exit');
}

function sleeper(env: Record<string, string> = {}): ChildProcess & { pid: number } {
  const child = spawn('sleep', ['300'], { env: { PATH: process.env.PATH, ...env }, stdio: 'ignore', detached: true });
  children.push(child);
  return child as ChildProcess & { pid: number };
}

function startOf({ pid }: { pid: number }): number {
  return readStat(pid)?.start ?? 0;
}

async function isAlive({ pid }: { pid: number }): Promise<boolean> {
  return (await processStartTime(pid)) !== null;
}

it.each(shells)('under %s ends the processes of unfinished runs, and no others', async (shell) => {
  const markedProcess = sleeper({ [RUN_MARKER]: run });
  const groupOnly = sleeper();
  const doneRun = sleeper({ [RUN_MARKER]: `${run}-done` });
  const unrelated = sleeper();
  const longerName = sleeper({ [RUN_MARKER]: `${run}-longer` });
  const markerInText = sleeper({ TEXT: `x\n${RUN_MARKER}=${run}` });
  await dieAfter(
    [
      `mark ${run}`,
      `mark ${run}-group`,
      `group ${groupOnly.pid} ${run}-group ${startOf(groupOnly)}`,
      `mark ${run}-done`,
      `group ${doneRun.pid} ${run}-done ${startOf(doneRun)}`,
      `mark ${run}-reused`,
      `group ${unrelated.pid} ${run}-reused ${startOf(unrelated) - 1}`,
      `done ${run}-done`,
    ],
    { shell },
  );
  if (hasProc) await until('the marked process is gone', async () => !(await isAlive(markedProcess)));
  await until('the group is gone', async () => !(await isAlive(groupOnly)));
  expect(await isAlive(doneRun), 'doneRun').toBe(true);
  if (hasProc) expect(await isAlive(unrelated), 'unrelated').toBe(true);
  expect(await isAlive(longerName), 'longerName').toBe(true);
  expect(await isAlive(markerInText), 'markerInText').toBe(true);
});

it.runIf(hasProc)('works with a grep without -z', async () => {
  await writeFile(
    join(folder, 'grep'),
    `#!/bin/sh\ncase $1 in *z*) exit 2 ;; esac\nPATH='${process.env.PATH}' exec grep "$@"\n`,
  );
  await chmod(join(folder, 'grep'), 0o755);
  const markedProcess = sleeper({ [RUN_MARKER]: run });
  const other = sleeper({ [RUN_MARKER]: `${run}-longer` });
  await dieAfter([`mark ${run}`], { path: folder + delimiter + process.env.PATH });
  await until('it is gone', async () => !(await isAlive(markedProcess)));
  expect(await isAlive(other)).toBe(true);
});
