import { readFileSync } from 'node:fs';

/** The most memory, in bytes, that a process has had resident so far; null where it is gone or there is no /proc. */
export function peakMemory(pid: number): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) * 1024;
  } catch {
    return null;
  }
}

/** Reads the peak again and again while `work` goes on, and gives the last that was to be had. */
export async function peakDuring(pid: number, work: Promise<unknown>): Promise<number | null> {
  let peak: number | null = null;
  const timer = setInterval(() => {
    peak = peakMemory(pid) ?? peak;
  }, 20);
  await work.finally(() => clearInterval(timer));
  return peak;
}
