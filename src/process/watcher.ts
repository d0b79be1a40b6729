import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { WATCHER_SCRIPT } from './watcher-script.ts';

/** Told to the watcher about one run; `done` when nothing of the run is left. */
export interface Watch {
  group(pgid: number, start: number): void;
  done(): void;
}

/**
 * Has a small shell, shared by all runs of this process, end the run should this process die, even by KILL. Resolves
 * when the watcher knows of the run, which must be before its first process is started. Rejects where no watcher can
 * be started.
 */
export async function watchRun(run: string): Promise<Watch> {
  outstanding.set(run, { group: null, start: 0 });
  restarts = 0;
  try {
    await tell(`mark ${run}\n`);
  } catch (cause) {
    outstanding.delete(run);
    throw new Error('no watcher could be started with /bin/sh, so a crash would leave processes behind', { cause });
  }
  return {
    group(pgid, start) {
      outstanding.set(run, { group: pgid, start });
      tell(groupLine(run, pgid, start)).catch(ignore);
    },
    done() {
      outstanding.delete(run);
      if (current) tell(`done ${run}\n`).catch(ignore);
    },
  };
}

/** What the watcher would end if this process died now. */
export function outstandingRuns(): { run: string; group: number | null }[] {
  return [...outstanding].map(([run, { group }]) => ({ run, group }));
}

export function watcherPid(): number | null {
  return current?.pid ?? null;
}

type Watcher = ChildProcessByStdio<Writable, null, null>;

const GRACE_TENTHS = 10;
/** Per run: a machine on which every watcher dies at once must not be kept busy starting new ones. */
const MAX_RESTARTS = 20;

const outstanding = new Map<string, { group: number | null; start: number }>();
let current: Watcher | null = null;
let restarts = 0;

/** Resolves when the line is in the watcher's pipe: in this one's, or retold in its successor's. */
async function tell(line: string): Promise<void> {
  current ??= start();
  const watcher = current;
  await write(watcher, line).catch(() => replace(watcher));
}

function write(watcher: Watcher, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    watcher.stdin.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

async function replace(lost: Watcher): Promise<void> {
  if (current === lost) current = null;
  if (outstanding.size === 0) return;
  if (current === null) {
    if (restarts++ >= MAX_RESTARTS) throw new Error(`the watcher died ${restarts} times`);
    current = start();
  }
  const successor = current;
  const known = [...outstanding].map(([run, { group, start }]) =>
    group === null ? `mark ${run}\n` : groupLine(run, group, start),
  );
  await write(successor, known.join('')).catch(() => replace(successor));
}

function groupLine(run: string, pgid: number, start: number): string {
  return `group ${pgid} ${run} ${start}\n`;
}

/** Its environment is made anew: one that carried a marker would be ended as a stray of an outer run. */
function start(): Watcher {
  const watcher = spawn('/bin/sh', ['-c', 'eval "$script"', 'jumar-watcher', String(GRACE_TENTHS)], {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', script: WATCHER_SCRIPT },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const lost = () => void replace(watcher).catch(ignore);
  watcher.on('error', ignore).on('exit', lost);
  watcher.stdin.on('error', lost);
  watcher.unref();
  (watcher.stdin as Socket).unref();
  return watcher;
}

function ignore(): void {}
