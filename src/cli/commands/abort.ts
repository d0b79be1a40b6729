import { setTimeout as wait } from 'node:timers/promises';
import { UsageError } from '../../config/errors.ts';
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
  { revert = false, keepChanges = false }: { revert?: boolean; keepChanges?: boolean },
): Promise<number> {
  await refuseBeneathAgent(context, 'abort');
  if (revert && keepChanges) throw new UsageError('--revert and --keep-changes exclude each other');
  const reading = await readLoop(context, id);
  const { entry, state, owner } = reading;
  if (state.ended?.ending === 'aborted' && !revert) throw new UsageError(`${entry.id} was aborted before`);
  if (state.ended && !revert) {
    throw new UsageError(
      `${entry.id} has ended (${state.ended.ending}) already`,
      `to undo its changes: jumar abort ${entry.id} --revert`,
    );
  }
  if (owner !== null) return askRunner(context, reading, revert);
  await runInterruptibly(context, {
    project: entry.project,
    loop: entry.id,
    ...observerFor(context, {}),
    open: () => [{ type: 'abort-requested', revert }],
  });
  return 0;
}

async function askRunner(context: CommandContext, { entry }: LoopReading, revert: boolean): Promise<number> {
  await requestControl(entry.paths.control, { type: 'abort', revert });
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
