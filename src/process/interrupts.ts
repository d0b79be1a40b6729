import { signalAll } from './end-tree.ts';
import { followTree } from './strays.ts';
import { listActiveRuns } from './watcher.ts';

/** The reason of an AbortSignal when a person or the system interrupted this process. */
export class Interrupted extends Error {
  readonly signal: NodeJS.Signals;
  constructor(signal: NodeJS.Signals) {
    super(`interrupted by ${signal}`);
    this.name = 'Interrupted';
    this.signal = signal;
  }
}

/** npm and npx forward a terminal's interrupt to a child that already received it, so a second one within this time is the same. */
const SAME_INTERRUPT_MS = 500;

/**
 * The first INT, TERM or HUP aborts the controller with an Interrupted. Another INT means that the user does not want to
 * wait: all supervised processes are killed, `beforeExit` is called, and this process exits with 130. Returns a function
 * that removes the handlers.
 */
export function abortOnInterrupt(controller: AbortController, beforeExit: () => void = () => {}): () => void {
  let firstAt: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (firstAt === null) {
      firstAt = now;
      controller.abort(new Interrupted(signal));
    } else if (signal === 'SIGINT' && now - firstAt > SAME_INTERRUPT_MS) {
      killSupervised();
      try {
        beforeExit();
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

/** The watcher ends any process this misses. */
function killSupervised(): void {
  for (const { run, group } of listActiveRuns()) {
    const tree = followTree(group === null ? { run } : { run, leader: group });
    signalAll({ group }, tree(), 'SIGKILL');
  }
}
