import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { processStartTime } from './identity.ts';
import { hasProc } from './stat.ts';
import { endStrays, markedProcesses } from './strays.ts';

const id = `strays-${process.pid}`;
const children: ChildProcess[] = [];

afterEach(() => {
  for (const { pid } of children.splice(0)) {
    try {
      process.kill(-(pid as number), 'SIGKILL');
    } catch {
      // The test has already ended it.
    }
  }
});

/** Starts a process and resolves when it runs. */
async function start(script: string, env: Record<string, string>): Promise<number> {
  const child = spawn('sh', ['-c', script], {
    env: { PATH: process.env.PATH, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child.pid as number;
}

const WAITS = 'echo up; while :; do sleep 300; done';
const isAlive = async (pid: number) => (await processStartTime(pid)) !== null;

describe.runIf(hasProc)('strays', () => {
  it('are found by the exact name of the run', async () => {
    const pid = await start('echo up; exec sleep 300', { JUMAR_RUN: id });
    await start(WAITS, { JUMAR_RUN: `${id}0` });
    await start(WAITS, { OTHER: `JUMAR_RUN=${id}` });
    expect(markedProcesses(id)).toEqual([pid]);
  });

  it('are ended by loop, for all its runs, and other processes are not', async () => {
    const first = await start(WAITS, { JUMAR_RUN: `${id}-1`, JUMAR_LOOP: id });
    const second = await start(`trap '' TERM; ${WAITS}`, { JUMAR_RUN: `${id}-2`, JUMAR_LOOP: id });
    const other = await start(WAITS, { JUMAR_RUN: `${id}-3`, JUMAR_LOOP: `${id}-other` });
    const { strays, survivors } = await endStrays({ loop: id }, 100);
    expect(strays).toBeGreaterThanOrEqual(2);
    expect(survivors).toBe(0);
    expect([await isAlive(first), await isAlive(second), await isAlive(other)]).toEqual([false, false, true]);
  });

  it('are ended by run', async () => {
    const pid = await start(WAITS, { JUMAR_RUN: `${id}-1`, JUMAR_LOOP: id });
    const sibling = await start(WAITS, { JUMAR_RUN: `${id}-2`, JUMAR_LOOP: id });
    await endStrays({ run: `${id}-1` }, 100);
    expect([await isAlive(pid), await isAlive(sibling)]).toEqual([false, true]);
  });

  it('none are ended without a run or loop', async () => {
    const pid = await start(WAITS, { JUMAR_RUN: id });
    expect(await endStrays({}, 100)).toEqual({ strays: 0, survivors: 0 });
    expect(await isAlive(pid)).toBe(true);
  });
});
