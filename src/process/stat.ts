import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';

export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  session: number;
  /** Clock ticks since boot; 0 if unknown on this platform. With the pid it identifies a process. */
  start: number;
  /** It has ended, but its parent has not reaped it yet. */
  zombie: boolean;
}

export const hasProc = existsSync('/proc/self/stat');

/** All visible processes, read synchronously for a consistent snapshot. */
export function processTable(): ProcessEntry[] {
  if (!hasProc) return portableTable();
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((entry) => entry !== null);
}

/** Linux only; null if there is no such process. */
export function readStat(pid: number): ProcessEntry | null {
  const content = readProcFile(`/proc/${pid}/stat`, 'at once');
  return content ? parseStat(content.toString('latin1')) : null;
}

/**
 * A line of /proc/<pid>/stat. The second field is the program's name in parentheses, which may itself contain spaces,
 * parentheses and line breaks. No later field contains a parenthesis, so the last one ends the name.
 */
export function parseStat(line: string): ProcessEntry | null {
  const pid = Number.parseInt(line, 10);
  const rest = line
    .slice(line.lastIndexOf(')') + 1)
    .trim()
    .split(/\s+/);
  const [state, parent, group, session] = rest;
  const start = Number(rest[19]);
  if (!line.includes(')') || Number.isNaN(pid) || state === undefined || Number.isNaN(start)) return null;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    start,
    zombie: /[ZXx]/.test(state),
  };
}

/**
 * The environment a process was started with, as NUL-delimited bytes that also begin and end with NUL; null if it
 * cannot be read (the process has ended or belongs to another user, or there is no /proc).
 */
export function environmentOf(pid: number): Buffer | null {
  const content = readProcFile(`/proc/${pid}/environ`);
  return content && content.length > 0 ? Buffer.concat([NUL, content, NUL]) : null;
}

/** The value of a variable in an environment from `environmentOf`, or null. */
export function variableIn(environment: Buffer, name: string): string | null {
  const key = `\0${name}=`;
  const index = environment.indexOf(key);
  return index < 0
    ? null
    : environment.toString('utf8', index + key.length, environment.indexOf(0, index + key.length));
}

const NUL = Buffer.from([0]);
const scratch = Buffer.allocUnsafe(64 * 1024);

/**
 * Files in /proc report no size and may vanish at any moment. This is three times faster than readFileSync. The kernel hands
 * out a line such as `stat` at once.
 */
function readProcFile(path: string, how: 'at once' | 'in parts' = 'in parts'): Buffer | null {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    if (how === 'at once') return Buffer.from(scratch.subarray(0, readSync(fd, scratch, 0, scratch.length, null)));
    const parts: Buffer[] = [];
    for (let count = scratch.length; count > 0; ) {
      count = readSync(fd, scratch, 0, scratch.length, null);
      if (count > 0) parts.push(Buffer.from(scratch.subarray(0, count)));
    }
    return Buffer.concat(parts);
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}

function portableTable(): ProcessEntry[] {
  const options = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' }, maxBuffer: 64 * 1024 * 1024 } as const;
  return parsePs(execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], options));
}

/** `ps -A -o pid=,ppid=,pgid=,stat=`, which works on both Linux and the BSDs. */
export function parsePs(text: string): ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const line of text.split('\n')) {
    const [, pid, parent, group, state] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)/.exec(line) ?? [];
    if (state === undefined) continue;
    entries.push({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: Number(group),
      start: 0,
      zombie: state.startsWith('Z'),
    });
  }
  return entries;
}
