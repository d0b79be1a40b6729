import { isHeld, openQuestion } from '../core/gates/open-question.ts';
import { isOnChange } from '../core/people/answers.ts';
import type { LoopState } from '../core/state/state.ts';
import { addPerson } from '../people/account.ts';
import { requestControl } from '../store/control.ts';
import { UsageError } from '../system/usage-error.ts';
import { refuseBeneathAgent } from './beneath-agent.ts';
import type { AppContext } from './context.ts';
import { recordUnderLease } from './loop-log.ts';
import type { LoopReading } from './loop-reading.ts';
import { readLoopToAnswer, readLoopToSteer } from './loop-to-steer.ts';

export interface GateRequest {
  loop?: string | undefined;
  answer: 'approve' | 'reject';
  reason?: string | undefined;
}

export interface GateResult {
  state: LoopState;
  /** Whether a running process takes the answer; otherwise it is recorded for the next resume. */
  isRunning: boolean;
  /** The answer ends the loop, or the loop has already ended. */
  endsLoop: boolean;
  /** Only completing the loop is left to do. */
  completesLoop: boolean;
}

/** What keeps a loop from completing; null if its gate is not open. */
export async function readGate(context: AppContext, loop: string | undefined) {
  await refuseBeneathAgent(context, 'gate');
  const { state } = await readLoopToSteer(context, loop, 'question');
  return { loop: state.id, open: openQuestion(state) };
}

/** Records or sends a person's answer at a gate. */
export async function answerGate(context: AppContext, { loop, answer, reason }: GateRequest): Promise<GateResult> {
  await refuseBeneathAgent(context, 'gate');
  const reading = await readLoopToAnswer(context, loop, answer);
  const { entry, state, owner } = reading;
  const open = openQuestion(state);
  if (!open) throw new UsageError(`${entry.id} has no open question`, `jumar status ${entry.id}`);
  const { iteration, blockers } = open;
  const about = blockers.map((blocker) => blocker.id);
  const endsLoop = answer === 'reject' && state.gate !== null && !isOnChange({ iteration: iteration.n, about });
  const completesLoop = answer === 'approve' && isHeld(iteration);
  if (owner === null) await record(reading, answer, iteration.n, about, reason ?? null);
  else {
    if (!state.gate)
      throw new UsageError(`${entry.id} is running (pid ${owner})`, `pause it first: jumar pause ${entry.id}`);
    await requestControl(entry.paths, { type: 'gate', answer, reason: reason ?? null });
  }
  return { state, isRunning: owner !== null, endsLoop, completesLoop };
}

async function record(
  { entry }: LoopReading,
  answer: 'approve' | 'reject',
  iteration: number,
  blockers: string[],
  reason: string | null,
): Promise<void> {
  await recordUnderLease(entry, `jumar gate ${answer}`, (_, append) =>
    append(addPerson({ type: 'gate-answered', answer, iteration, blockers, reason, by: 'command' })),
  );
}
