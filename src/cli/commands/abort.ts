import { setTimeout as wait } from 'node:timers/promises';
import { UsageError } from '../../config/errors.ts';
import { outcomes } from '../../core/outcome.ts';
import { requestControl } from '../../store/control.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { CommandContext } from '../context.ts';
import { runInterruptibly } from '../interruptible.ts';
import { type LoopReading, readLoop } from '../loop-reading.ts';
import { observerFor } from '../reporting.ts';

const POLL_MS = 200;
const PATIENCE_MS = 60_000;

/** Ends a loop for good. A loop that another process runs is asked to end; any other is ended here. */
export default async function abort(
  context: CommandContext,
  id: string | undefined,
  { revert = false, keepChanges = false, reason }: { revert?: boolean; keepChanges?: boolean; reason?: string },
): Promise<number> {
  await refuseBeneathAgent(context, 'abort');
  if (revert && keepChanges) throw new UsageError('--revert and --keep-changes exclude each other');
  const reading = await readLoop(context, id);
  const { entry, state, owner } = reading;
  if (state.ended?.ending === 'aborted' && !revert) throw new UsageError(`${entry.id} was aborted before`);
  // One that waits for a person or could be resumed is not over: an abort is its end.
  if (state.ended && !revert && !outcomes[state.ended.ending].resumable) {
    throw new UsageError(
      `${entry.id} has ended (${state.ended.ending}) already`,
      `to undo its changes: jumar abort ${entry.id} --revert`,
    );
  }
  const why = reason === undefined ? {} : { reason };
  if (owner !== null) return askRunner(context, reading, { revert, ...why });
  await runInterruptibly(context, {
    project: entry.project,
    loop: entry.id,
    ...observerFor(context, {}),
    open: () => [{ type: 'abort-requested', revert, ...why }],
  });
  return 0;
}

async function askRunner(
  context: CommandContext,
  { entry }: LoopReading,
  asked: { revert: boolean; reason?: string },
): Promise<number> {
  await requestControl(entry.paths.control, { type: 'abort', ...asked });
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const now = await readLoop(context, entry.id);
    if (now.owner === null) {
      context.stdout.write(`${entry.id}: ${now.status}\n`);
      return 0;
    }
    await wait(POLL_MS);
  }
  context.stdout.write(`${entry.id} was asked to abort and is still winding down\n`);
  return 0;
}
