import { UsageError } from '../../config/errors.ts';
import { blockersOf } from '../../core/blockers.ts';
import type { IterationState } from '../../core/state.ts';
import { openLogForAppend } from '../../store/append-log.ts';
import { acquireLock } from '../../store/lock.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { CommandContext } from '../context.ts';
import { type LoopReading, readLoop } from '../loop-reading.ts';
import abort from './abort.ts';

/** A person's answer to what stands between the last iteration and completion. */
export default async function gate(
  context: CommandContext,
  answer: string,
  id: string | undefined,
  { reason }: { reason?: string },
): Promise<number> {
  await refuseBeneathAgent(context, 'gate');
  if (answer === 'abort') return abort(context, id, {});
  if (answer !== 'approve' && answer !== 'reject' && answer !== 'show') {
    throw new UsageError(`'${answer}' is no answer`, 'show, approve, reject or abort');
  }
  const reading = await readLoop(context, id);
  const open = openQuestion(reading);
  if (!open) {
    context.stdout.write(`${reading.entry.id} asks nothing\n`);
    return 0;
  }
  const { iteration, blockers } = open;
  if (answer === 'show') {
    for (const { text } of blockers) context.stdout.write(`#${iteration.n}  ${text}\n`);
    return 0;
  }
  await record(
    reading,
    answer,
    iteration.n,
    blockers.map((blocker) => blocker.id),
    reason ?? null,
  );
  context.stdout.write(
    `${answer === 'approve' ? 'approved' : 'rejected'}; go on with: jumar resume ${reading.entry.id}\n`,
  );
  return 0;
}

function openQuestion({ state }: LoopReading) {
  const iteration = state.iterations.findLast((one): one is IterationState => blockersOf(state, one).length > 0);
  return iteration && { iteration, blockers: blockersOf(state, iteration) };
}

async function record(
  { entry, owner }: LoopReading,
  answer: 'approve' | 'reject',
  iteration: number,
  blockers: string[],
  reason: string | null,
): Promise<void> {
  if (owner !== null)
    throw new UsageError(`${entry.id} is running (pid ${owner})`, `pause it first: jumar pause ${entry.id}`);
  const lock = await acquireLock(entry.paths.lock, { purpose: `jumar gate ${answer}` });
  try {
    const log = await openLogForAppend({ path: entry.paths.log, headPath: entry.paths.head, loop: entry.id, lock });
    await log.append({ type: 'gate-answered', answer, iteration, blockers, reason });
    await log.close();
  } finally {
    await lock.release();
  }
}
