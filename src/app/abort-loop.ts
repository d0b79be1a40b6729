import { setTimeout as wait } from 'node:timers/promises';
import { outcomes, type Status } from '../core/state/outcome.ts';
import { requestControl } from '../store/control.ts';
import { UsageError } from '../system/usage-error.ts';
import { refuseBeneathAgent } from './beneath-agent.ts';
import type { AppContext } from './context.ts';
import { type Join, runHostedLoop } from './host.ts';
import { type LoopReading, readLoop } from './loop-reading.ts';
import { readLoopToSteer } from './loop-to-steer.ts';

const POLL_MS = 200;
const PATIENCE_MS = 60_000;

export interface AbortRequest {
  loop?: string | undefined;
  /** Restore the working tree to its state before the loop. */
  revert?: boolean | undefined;
  /** Put the best tree back: the answer to a question about another one. */
  toBest?: boolean | undefined;
  reason?: string | undefined;
}

export interface AbortResult {
  loop: string;
  /** Who ended it. */
  by: 'this process' | 'its own process';
  /** Null if its process got the request and is still stopping. */
  status: Status | null;
}

/** Ends a loop for good. If another process runs it, sends that process a request; otherwise ends it here. */
export async function abortLoop(
  context: AppContext,
  { loop, revert = false, toBest = false, reason }: AbortRequest,
  join: Join,
): Promise<AbortResult> {
  await refuseBeneathAgent(context, 'abort');
  const steered = toBest ? 'question' : revert ? 'running' : 'open';
  const { entry, state, owner } = await readLoopToSteer(context, loop, steered);
  if (state.ended?.ending === 'aborted' && !revert) throw new UsageError(`${entry.id} was already aborted`);
  // A loop that waits for a person or can be resumed is not over: an abort ends it.
  if (state.ended && !revert && !outcomes[state.ended.ending].resumable) {
    throw new UsageError(
      `${entry.id} has already ended (${state.ended.ending})`,
      `to undo its changes: jumar abort ${entry.id} --revert`,
    );
  }
  const abort = { revert, ...(toBest && { toBest }), ...(reason !== undefined && { reason }) };
  if (owner !== null) {
    await requestControl(entry.paths, { type: 'abort', ...abort });
    return { loop: entry.id, by: 'its own process', status: await statusAtRest(context, entry) };
  }
  const open = () => [{ type: 'abort-requested' as const, ...abort }];
  const { status } = await runHostedLoop({ project: entry.project, loop: entry.id }, context.env, join, open);
  return { loop: entry.id, by: 'this process', status };
}

async function statusAtRest(context: AppContext, { id }: LoopReading['entry']): Promise<Status | null> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const { owner, status } = await readLoop(context, id);
    if (owner === null) return status;
    await wait(POLL_MS);
  }
  return null;
}
