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
const started: ChildProcess[] = [];
let folder: string;
let run: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-script-'));
  run = `script-${process.pid}-${performance.now()}`;
});

afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Tells the watcher, run by this shell as the system's sh, these lines, then goes away like a runner that died. */
async function dieAfter(lines: string[], { shell = 'sh', path = process.env.PATH } = {}): Promise<void> {
  const args = ['-c', WATCHER_SCRIPT, 'watcher', '2'];
  const watcher = spawn(shell, args, { argv0: 'sh', env: { PATH: path }, stdio: ['pipe', 'ignore', 'inherit'] });
  started.push(watcher);
  watcher.stdin?.end(lines.map((line) => `${line}\n`).join(''));
  await once(watcher, 'exit');
}

function sleeper(env: Record<string, string> = {}): ChildProcess & { pid: number } {
  const child = spawn('sleep', ['300'], { env: { PATH: process.env.PATH, ...env }, stdio: 'ignore', detached: true });
  started.push(child);
  return child as ChildProcess & { pid: number };
}

function startOf({ pid }: { pid: number }): number {
  return readStat(pid)?.start ?? 0;
}

async function isAlive({ pid }: { pid: number }): Promise<boolean> {
  return (await processStartTime(pid)) !== null;
}

it.each(shells)('under %s ends what belongs to a run that is not done, and nothing else', async (shell) => {
  const marked = sleeper({ [RUN_MARKER]: run });
  const unmarked = sleeper();
  const finished = sleeper({ [RUN_MARKER]: `${run}-done` });
  const stranger = sleeper();
  const longer = sleeper({ [RUN_MARKER]: `${run}-longer` });
  const quoted = sleeper({ TEXT: `x\n${RUN_MARKER}=${run}` });
  await dieAfter(
    [
      `mark ${run}`,
      `mark ${run}-group`,
      `group ${unmarked.pid} ${run}-group ${startOf(unmarked)}`,
      `mark ${run}-done`,
      `group ${finished.pid} ${run}-done ${startOf(finished)}`,
      `mark ${run}-reused`,
      `group ${stranger.pid} ${run}-reused ${startOf(stranger) - 1}`,
      `done ${run}-done`,
    ],
    { shell },
  );
  if (hasProc) await until('the marked one is gone', async () => !(await isAlive(marked)));
  await until('the group is gone', async () => !(await isAlive(unmarked)));
  expect(await isAlive(finished), 'finished').toBe(true);
  if (hasProc) expect(await isAlive(stranger), 'stranger').toBe(true);
  expect(await isAlive(longer), 'longer').toBe(true);
  expect(await isAlive(quoted), 'quoted').toBe(true);
});

it.runIf(hasProc)('does with a grep that knows no -z', async () => {
  await writeFile(
    join(folder, 'grep'),
    `#!/bin/sh\ncase $1 in *z*) exit 2 ;; esac\nPATH='${process.env.PATH}' exec grep "$@"\n`,
  );
  await chmod(join(folder, 'grep'), 0o755);
  const marked = sleeper({ [RUN_MARKER]: run });
  const other = sleeper({ [RUN_MARKER]: `${run}-longer` });
  await dieAfter([`mark ${run}`], { path: folder + delimiter + process.env.PATH });
  await until('it is gone', async () => !(await isAlive(marked)));
  expect(await isAlive(other)).toBe(true);
});
