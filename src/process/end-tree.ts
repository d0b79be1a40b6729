import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessEntry } from './stat.ts';

export interface Tree {
  /** The processes alive now. Called repeatedly. */
  listAlive(): ProcessEntry[];
  /** A process group that is signalled as a whole, so that no process forked meanwhile escapes. */
  group: number | null;
  /** Whether the command at the root of the tree has ended and was reaped. */
  hasCommandEnded(): boolean;
}

export interface SignalStep {
  signal: NodeJS.Signals;
  /** How long the tree may take to end before the next step. */
  waitMs: number;
}

export interface TreeEnd {
  /** Processes that outlived the command and were signalled. */
  strays: number;
  /** Processes still alive after the last step. */
  survivors: number;
}

/** How a run is cancelled: an interrupt first, so that agents can clean up, then stronger signals. */
export function cancelSteps(graceMs: number): SignalStep[] {
  return [
    { signal: 'SIGINT', waitMs: 300 },
    { signal: 'SIGTERM', waitMs: graceMs },
    { signal: 'SIGKILL', waitMs: 2000 },
  ];
}

/** Sends the signals in order until no process of the tree is left, and returns as soon as that is so. */
export async function endTree(tree: Tree, steps: readonly SignalStep[]): Promise<TreeEnd> {
  const strays = new Set<number>();
  let alive = tree.listAlive();
  for (const { signal, waitMs } of steps) {
    const deadline = performance.now() + waitMs;
    for (
      let pause = 5, first = true;
      !hasEnded(tree, alive) && (first || performance.now() < deadline);
      first = false
    ) {
      if (tree.hasCommandEnded() && (first || signal === 'SIGKILL')) for (const entry of alive) strays.add(entry.pid);
      // KILL is repeated, because it misses processes forked between listing and signalling.
      if (first || signal === 'SIGKILL') signalAll(tree, alive, signal);
      await sleep(Math.max(1, Math.min(pause, deadline - performance.now())));
      pause = Math.min(pause * 1.5, 50);
      alive = tree.listAlive();
    }
  }
  return { strays: strays.size, survivors: alive.length };
}

function hasEnded(tree: Tree, alive: ProcessEntry[]): boolean {
  return alive.length === 0 && tree.hasCommandEnded();
}

export function signalAll({ group }: Pick<Tree, 'group'>, alive: ProcessEntry[], signal: NodeJS.Signals): void {
  if (group !== null && alive.some((entry) => entry.group === group)) send(-group, signal);
  for (const entry of alive) if (group === null || entry.group !== group) send(entry.pid, signal);
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // It has ended meanwhile, or it belongs to another user and cannot be signalled.
  }
}
