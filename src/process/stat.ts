import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';

export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  session: number;
  /** Clock ticks since boot; 0 where the platform does not tell. Together with the pid it names one process. */
  start: number;
  /** Ended, but not yet waited for by its parent: as good as gone. */
  zombie: boolean;
}

export const hasProc = existsSync('/proc/self/stat');

/** Every process that can be seen, read in one synchronous sweep so that it is a consistent picture. */
export function processTable(): ProcessEntry[] {
  if (!hasProc) return portableTable();
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((entry) => entry !== null);
}

/** Linux only; null where there is no such process. */
export function readStat(pid: number): ProcessEntry | null {
  const content = readProcFile(`/proc/${pid}/stat`);
  return content ? parseStat(content.toString('latin1')) : null;
}

/**
 * A line of /proc/<pid>/stat. The second field is the program's name in parentheses, which may itself hold blanks,
 * parentheses and line ends; nothing after it can hold a parenthesis, so the last one ends it.
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
 * The environment a process was started with, as NUL-delimited bytes that also begin and end with NUL; null where
 * there is none to read (ended, another user's, no /proc).
 */
export function environmentOf(pid: number): Buffer | null {
  const content = readProcFile(`/proc/${pid}/environ`);
  return content && content.length > 0 ? Buffer.concat([NUL, content, NUL]) : null;
}

/** The value of a variable in an environment from `environmentOf`, or null. */
export function variableIn(environment: Buffer, name: string): string | null {
  const key = `\0${name}=`;
  const at = environment.indexOf(key);
  return at < 0 ? null : environment.toString('utf8', at + key.length, environment.indexOf(0, at + key.length));
}

const NUL = Buffer.from([0]);
const scratch = Buffer.allocUnsafe(64 * 1024);

/** Files in /proc tell no size and may vanish at any moment; this is three times faster than readFileSync on them. */
function readProcFile(path: string): Buffer | null {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
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

/** `ps -A -o pid=,ppid=,pgid=,stat=`, which both Linux and the BSDs understand. */
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
