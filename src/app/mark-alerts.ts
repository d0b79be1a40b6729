import { evolve } from '../core/evolve.ts';
import { isMarked } from '../core/findings/marks.ts';
import { withSameLoss } from '../core/findings/one-loss.ts';
import { type Raised, raisedIn } from '../core/findings/raised.ts';
import type { EventOf } from '../core/state/events.ts';
import type { LoopState } from '../core/state/state.ts';
import type { Suppression } from '../guard/suppress.ts';
import { addPerson } from '../people/account.ts';
import { UsageError } from '../system/usage-error.ts';
import { findAlert } from './alert-ids.ts';
import { refuseBeneathAgent } from './beneath-agent.ts';
import type { AppContext } from './context.ts';
import { recordUnderLease } from './loop-log.ts';
import { type LoopReading, readLoop } from './loop-reading.ts';
import { suppressionOf } from './suppressing.ts';

export interface MarkRequest {
  loop?: string | undefined;
  /** Ids, or the start of them. */
  ids: readonly string[];
  /** False removes an earlier mark. */
  falsePositive: boolean;
  reason?: string | undefined;
  /** Also create suppressions that switch each pattern off for its file. */
  suppress?: boolean | undefined;
  observe?(event: EventOf<'finding-marked'>, state: LoopState): Promise<unknown>;
}

export interface MarkResult {
  reading: LoopReading;
  before: LoopState;
  state: LoopState;
  alerts: Raised[];
  suppressions: Suppression[];
}

/** Marks alerts as false, or removes the mark. Checks everything before recording anything. */
export async function markAlerts(context: AppContext, request: MarkRequest): Promise<MarkResult> {
  await refuseBeneathAgent(context, 'alerts mark');
  const reading = await readLoop(context, request.loop);
  const { entry, owner } = reading;
  if (owner !== null)
    throw new UsageError(`${entry.id} is running (pid ${owner})`, `pause it first: jumar pause ${entry.id}`);
  const allAlerts = raisedIn(reading.state);
  const named = [...new Set(request.ids.map((id) => findAlert(allAlerts, id, entry.id)))];
  const alerts = withSameLoss(named, allAlerts);
  const suppressions = request.suppress ? named.map((one) => suppressionOf(one, reading.state, request.reason)) : [];
  return { reading, alerts, suppressions, ...(await record(reading, alerts, request)) };
}

/** Reads the log again under the lease, so that nothing is marked twice. */
async function record(
  { entry, state: earlierState }: LoopReading,
  alerts: readonly Raised[],
  { falsePositive, reason, observe }: MarkRequest,
): Promise<Pick<MarkResult, 'state' | 'before'>> {
  return recordUnderLease(entry, 'jumar alerts mark', async (state, append) => {
    const before = state ?? earlierState;
    let now = before;
    for (const { key } of alerts) {
      if (isMarked(now, key) === falsePositive) continue;
      const event = addPerson<EventOf<'finding-marked'>>({
        type: 'finding-marked',
        id: key,
        falsePositive,
        reason: reason ?? null,
      });
      now = evolve(now, await append(event));
      await observe?.(event, now);
    }
    return { state: now, before };
  });
}
