import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { hasProc, readStat } from './stat.ts';

export interface ProcessIdentity {
  pid: number;
  startTime: string;
}

/**
 * The start time of a process, as text that differs for a later process with the same pid, even after a reboot. Null if
 * the process does not run; a zombie does not count as running.
 */
export async function processStartTime(pid: number): Promise<string | null> {
  if (!hasProc) return portableStartTime(pid);
  const entry = readStat(pid);
  return entry && !entry.zombie ? `${await bootId()}:${entry.start}` : null;
}

export async function isSameProcess(pid: number, startTime: string): Promise<boolean> {
  return (await processStartTime(pid)) === startTime;
}

/** Whether a process with this start time may still run: the machine was not started again since. */
export async function isOfThisBoot(startTime: string): Promise<boolean> {
  return !hasProc || startTime.startsWith(`${await bootId()}:`);
}

export async function selfIdentity(): Promise<ProcessIdentity> {
  const startTime = await processStartTime(process.pid);
  if (startTime === null)
    throw new Error(`the start time of this process (${process.pid}) cannot be read; is ps installed?`);
  return { pid: process.pid, startTime };
}

let cachedBootId: Promise<string> | null = null;

function bootId(): Promise<string> {
  cachedBootId ??= readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (text) => text.trim(),
    () => 'boot',
  );
  return cachedBootId;
}

/** ps prints lstart in the local time zone and language, so both are fixed here. */
function portableStartTime(pid: number): Promise<string | null> {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { env }, (_error, stdout) =>
      resolve(parseStartTime(stdout)),
    );
  });
}

/** `ps -o stat=,lstart=`: the state, then the time. */
export function parseStartTime(text: string): string | null {
  const [, state, startTime] = /^\s*(\S+)\s+(\S.*\S)\s*$/m.exec(text) ?? [];
  return state === undefined || startTime === undefined || state.startsWith('Z')
    ? null
    : startTime.replace(/\s+/g, ' ');
}
