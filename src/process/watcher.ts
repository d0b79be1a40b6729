import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { WATCHER_SCRIPT } from './watcher-script.ts';

/** Informs the watcher about one run. Call `done` when no process of the run is left. */
export interface Watch {
  group(pgid: number, start: number): void;
  done(): void;
}

/**
 * A small shell process, shared by all runs, ends the run if this process dies, even by KILL. Resolves when the watcher
 * knows the run, which must be before its first process is started. Rejects if no watcher can be started.
 */
export async function watchRun(run: string): Promise<Watch> {
  activeRuns.set(run, { group: null, start: 0 });
  restarts = 0;
  try {
    await sendLine(`mark ${run}\n`);
  } catch (cause) {
    activeRuns.delete(run);
    throw new Error('no watcher could be started with /bin/sh, so a crash would leave processes behind', { cause });
  }
  return {
    group(pgid, start) {
      activeRuns.set(run, { group: pgid, start });
      sendLine(groupLine(run, pgid, start)).catch(ignore);
    },
    done() {
      activeRuns.delete(run);
      if (current) sendLine(`done ${run}\n`).catch(ignore);
    },
  };
}

/** The runs that the watcher would end if this process died now. */
export function listActiveRuns(): { run: string; group: number | null }[] {
  return [...activeRuns].map(([run, { group }]) => ({ run, group }));
}

export function watcherPid(): number | null {
  return current?.pid ?? null;
}

type Watcher = ChildProcessByStdio<Writable, null, null>;

const GRACE_TENTHS = 10;
/** Per run. Without a limit, a machine on which every watcher dies at once would start new ones forever. */
const MAX_RESTARTS = 20;

const activeRuns = new Map<string, { group: number | null; start: number }>();
let current: Watcher | null = null;
let restarts = 0;

/** Resolves when the line is in the pipe of the watcher, or of its replacement. */
async function sendLine(line: string): Promise<void> {
  current ??= start();
  const watcher = current;
  await write(watcher, line).catch(() => replace(watcher));
}

function write(watcher: Watcher, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    watcher.stdin.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

async function replace(deadWatcher: Watcher): Promise<void> {
  if (current === deadWatcher) current = null;
  if (activeRuns.size === 0) return;
  if (current === null) {
    if (restarts++ >= MAX_RESTARTS) throw new Error(`the watcher died ${restarts} times`);
    current = start();
  }
  const successor = current;
  const lines = [...activeRuns].map(([run, { group, start }]) =>
    group === null ? `mark ${run}\n` : groupLine(run, group, start),
  );
  await write(successor, lines.join('')).catch(() => replace(successor));
}

function groupLine(run: string, pgid: number, start: number): string {
  return `group ${pgid} ${run} ${start}\n`;
}

/** Starts with a fresh environment: with an inherited marker, it would be ended as a stray of an outer run. */
function start(): Watcher {
  const watcher = spawn('/bin/sh', ['-c', 'eval "$script"', 'jumar-watcher', String(GRACE_TENTHS)], {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', script: WATCHER_SCRIPT },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const onLost = () => void replace(watcher).catch(ignore);
  watcher.on('error', ignore).on('exit', onLost);
  watcher.stdin.on('error', onLost);
  watcher.unref();
  (watcher.stdin as Socket).unref();
  return watcher;
}

function ignore(): void {}
