import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessEntry } from './stat.ts';

export interface Tree {
  /** What is alive now; called again and again. */
  look(): ProcessEntry[];
  /** The process group that is signalled as one, so that nothing forked meanwhile slips through. */
  group: number | null;
  /** The command at the root of the tree has ended and was waited for. */
  commandEnded(): boolean;
}

export interface Rung {
  signal: NodeJS.Signals;
  /** How long the tree may take to go before the next rung. */
  waitMs: number;
}

export interface TreeEnd {
  /** Processes that were still there after the command's own end, and were signalled. */
  strays: number;
  /** Processes that outlived even the last rung. */
  left: number;
}

/** The way a run is cancelled: an interrupt, which agents tidy up on, then ever less politely. */
export function cancelLadder(graceMs: number): Rung[] {
  return [
    { signal: 'SIGINT', waitMs: 300 },
    { signal: 'SIGTERM', waitMs: graceMs },
    { signal: 'SIGKILL', waitMs: 2000 },
  ];
}

/** Goes down the rungs until nothing of the tree is left; returns as soon as that is so. */
export async function endTree(tree: Tree, rungs: readonly Rung[]): Promise<TreeEnd> {
  const strays = new Set<number>();
  let alive = tree.look();
  for (const { signal, waitMs } of rungs) {
    const deadline = performance.now() + waitMs;
    for (let pause = 5, first = true; !isGone(tree, alive) && (first || performance.now() < deadline); first = false) {
      if (tree.commandEnded() && (first || signal === 'SIGKILL')) for (const entry of alive) strays.add(entry.pid);
      // What is forked between look and signal gets away from KILL, so that one is repeated.
      if (first || signal === 'SIGKILL') signalAll(tree, alive, signal);
      await sleep(Math.max(1, Math.min(pause, deadline - performance.now())));
      pause = Math.min(pause * 1.5, 50);
      alive = tree.look();
    }
  }
  return { strays: strays.size, left: alive.length };
}

function isGone(tree: Tree, alive: ProcessEntry[]): boolean {
  return alive.length === 0 && tree.commandEnded();
}

export function signalAll({ group }: Pick<Tree, 'group'>, alive: ProcessEntry[], signal: NodeJS.Signals): void {
  if (group !== null && alive.some((entry) => entry.group === group)) send(-group, signal);
  for (const entry of alive) if (group === null || entry.group !== group) send(entry.pid, signal);
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // It ended in the meantime, or belongs to another user and could not be ended by anyone here.
  }
}
