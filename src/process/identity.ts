import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { hasProc, readStat } from './stat.ts';

export interface ProcessIdentity {
  pid: number;
  startTime: string;
}

/**
 * When a process was started, as a text that differs for a later process of the same pid, also after a reboot. Null
 * where no such process runs; a zombie does not run.
 */
export async function processStartTime(pid: number): Promise<string | null> {
  if (!hasProc) return portableStartTime(pid);
  const entry = readStat(pid);
  return entry && !entry.zombie ? `${await bootId()}:${entry.start}` : null;
}

export async function isSameProcess(pid: number, startTime: string): Promise<boolean> {
  return (await processStartTime(pid)) === startTime;
}

export async function selfIdentity(): Promise<ProcessIdentity> {
  const startTime = await processStartTime(process.pid);
  if (startTime === null)
    throw new Error(`the start time of this process (${process.pid}) cannot be read; is ps there?`);
  return { pid: process.pid, startTime };
}

let knownBootId: Promise<string> | null = null;

function bootId(): Promise<string> {
  knownBootId ??= readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (text) => text.trim(),
    () => 'boot',
  );
  return knownBootId;
}

/** lstart is printed in the local time zone and language, hence the fixed ones. */
function portableStartTime(pid: number): Promise<string | null> {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { env }, (_error, stdout) =>
      resolve(parseStarted(stdout)),
    );
  });
}

/** `ps -o stat=,lstart=`: the state, then the time. */
export function parseStarted(text: string): string | null {
  const [, state, started] = /^\s*(\S+)\s+(\S.*\S)\s*$/m.exec(text) ?? [];
  return state === undefined || started === undefined || state.startsWith('Z') ? null : started.replace(/\s+/g, ' ');
}
