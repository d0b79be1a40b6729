import { signalAll } from './end-tree.ts';
import { followTree } from './strays.ts';
import { outstandingRuns } from './watcher.ts';

/** Why an AbortSignal was aborted, where a person or the system asked this process to end. */
export class Interrupted extends Error {
  readonly signal: NodeJS.Signals;
  constructor(signal: NodeJS.Signals) {
    super(`interrupted by ${signal}`);
    this.name = 'Interrupted';
    this.signal = signal;
  }
}

/** npm and npx hand a terminal's interrupt on to a child that had it already: what follows so closely is the same one. */
const SAME_INTERRUPT_MS = 500;

/**
 * The first INT, TERM or HUP aborts the controller with an Interrupted. An INT after that means that the person will
 * not wait: every supervised process is killed and this one exits with 130, after `atOnce` had the last word. Returns what
 * undoes it.
 */
export function abortOnInterrupt(controller: AbortController, atOnce: () => void = () => {}): () => void {
  let firstAt: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (firstAt === null) {
      firstAt = now;
      controller.abort(new Interrupted(signal));
    } else if (signal === 'SIGINT' && now - firstAt > SAME_INTERRUPT_MS) {
      killSupervised();
      try {
        atOnce();
      } finally {
        process.exit(130);
      }
    }
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}

/** What it misses, the watcher ends. */
function killSupervised(): void {
  for (const { run, group } of outstandingRuns()) {
    const tree = followTree(group === null ? { run } : { run, leader: group });
    signalAll({ group }, tree(), 'SIGKILL');
  }
}
