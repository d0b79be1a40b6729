import { setImmediate as soon } from 'node:timers/promises';
import { evolve } from '../core/evolve.ts';
import type { Recorded } from '../core/state/events.ts';
import type { Status } from '../core/state/outcome.ts';
import type { LoopState } from '../core/state/state.ts';
import type { Activity } from '../ports/activity.ts';
import { currentStatus } from '../store/current-status.ts';
import type { LoopEntry } from '../store/find-loop.ts';
import { followActivity } from './follow-activity.ts';
import { openLoopLog } from './loop-log.ts';
import { redactedActivity } from './redacted-ports.ts';

/** What a watcher gets of a loop; each call is awaited, so that a slow watcher slows only itself down. */
export interface LoopWatcher {
  records(batch: readonly Recorded[]): Promise<void>;
  status(status: Status): Promise<void>;
  activity(activity: Activity): Promise<void>;
}

const MAX_BATCH = 500;
const LOOK_MS = 1000;
/** An agent says much, and a watcher that cannot keep up needs only the latest of it. */
const MAX_ACTIVITIES = 200;

/**
 * Streams a loop from record `fromSeq` on, also one that another process runs, until the signal is aborted. Rejects if the log does
 * not verify.
 */
export async function streamLoop(
  entry: LoopEntry,
  env: NodeJS.ProcessEnv,
  { fromSeq, signal, watcher }: { fromSeq: number; signal: AbortSignal; watcher: LoopWatcher },
): Promise<void> {
  let state: LoopState | null = null;
  let shown: Status | null = null;
  let said: Activity[] = [];
  let saying = Promise.resolve();
  const say = (activity: Activity) => {
    said.push(activity);
    if (said.length > MAX_ACTIVITIES) said = said.slice(-MAX_ACTIVITIES);
    saying = saying.then(
      async () => {
        const next = said.shift();
        if (next && !signal.aborted) await watcher.activity(next);
      },
      () => {},
    );
  };
  const activity = followActivity(entry.paths, redactedActivity(say, env));
  const look = async () => {
    if (!state) return;
    const { status } = await currentStatus(state.status, entry.paths.lock);
    if (status === shown || signal.aborted) return;
    shown = status;
    await watcher.status(status);
  };
  const looking = setInterval(() => void look().catch(() => {}), LOOK_MS);

  let pending: Recorded[] = [];
  let flushing: Promise<void> | null = null;
  const flush = async () => {
    // What arrives together is sent together.
    await soon();
    while (pending.length > 0 && !signal.aborted) {
      const batch = pending;
      pending = [];
      await watcher.records(batch);
      await look();
    }
    flushing = null;
  };
  try {
    for await (const record of openLoopLog(entry).follow(1, signal)) {
      state = evolve(state, record);
      activity.at(state);
      if (record.seq < fromSeq) continue;
      pending.push(record);
      flushing ??= flush();
      if (pending.length >= MAX_BATCH) await flushing;
    }
    await flushing;
  } finally {
    clearInterval(looking);
    activity.stop();
  }
}
