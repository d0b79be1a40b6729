import { UsageError } from '../../config/errors.ts';
import { isOnChange } from '../../core/answers.ts';
import { isHeld, openQuestion } from '../../core/open-question.ts';
import { signed } from '../../people/account.ts';
import { limitCommand } from '../../reporters/end-commands.ts';
import { openLogForAppend } from '../../store/append-log.ts';
import { requestControl } from '../../store/control.ts';
import { acquireLock } from '../../store/lock.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { CommandContext } from '../context.ts';
import { type LoopReading, readLoop } from '../loop-reading.ts';
import { say } from '../output.ts';
import abort from './abort.ts';

/** A person's answer to what stands between an iteration and completion. */
export default async function gate(
  context: CommandContext,
  answer: string,
  id: string | undefined,
  { reason }: { reason?: string },
): Promise<number> {
  await refuseBeneathAgent(context, 'gate');
  if (answer === 'abort') return abort(context, id, reason === undefined ? {} : { reason });
  if (answer !== 'approve' && answer !== 'reject' && answer !== 'show') {
    throw new UsageError(`'${answer}' is no answer`, 'show, approve, reject or abort');
  }
  const reading = await readLoop(context, id);
  const open = openQuestion(reading.state);
  if (!open) {
    if (answer !== 'show') throw new UsageError(`${reading.entry.id} asks nothing`, `jumar status ${reading.entry.id}`);
    context.stdout.write(`${reading.entry.id} asks nothing\n`);
    return 0;
  }
  const { iteration, blockers } = open;
  if (answer === 'show') {
    if (open.question) say(context, `${open.question}\n`);
    for (const { text } of blockers.filter((one) => one.text)) say(context, `#${iteration.n}  ${text}\n`);
    return 0;
  }
  const about = blockers.map((blocker) => blocker.id);
  const stops = answer === 'reject' && reading.state.gate !== null && !isOnChange({ iteration: iteration.n, about });
  if (reading.owner !== null) {
    if (!reading.state.gate) throw running(reading);
    await requestControl(reading.entry.paths.control, { type: 'gate', answer, reason: reason ?? null });
    context.stdout.write(
      `${answer === 'approve' ? 'approved' : 'rejected'}; the running loop ${stops ? 'ends' : 'goes on'}\n`,
    );
    return 0;
  }
  await record(reading, answer, iteration.n, about, reason ?? null);
  const next = stops ? 'the loop stays as it is; take it up all the same with' : 'go on with';
  const completes = answer === 'approve' && isHeld(iteration);
  const command = (completes ? null : limitCommand(reading.state)) ?? `jumar resume ${reading.entry.id}`;
  context.stdout.write(`${answer === 'approve' ? 'approved' : 'rejected'}; ${next}: ${command}\n`);
  return 0;
}

function running({ entry, owner }: LoopReading): UsageError {
  return new UsageError(`${entry.id} is running (pid ${owner})`, `pause it first: jumar pause ${entry.id}`);
}

async function record(
  { entry }: LoopReading,
  answer: 'approve' | 'reject',
  iteration: number,
  blockers: string[],
  reason: string | null,
): Promise<void> {
  const lock = await acquireLock(entry.paths.lock, { purpose: `jumar gate ${answer}` });
  try {
    const log = await openLogForAppend({ path: entry.paths.log, headPath: entry.paths.head, loop: entry.id, lock });
    await log.append(signed({ type: 'gate-answered', answer, iteration, blockers, reason, by: 'command' }));
    await log.close();
  } finally {
    await lock.release();
  }
}
