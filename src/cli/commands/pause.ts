import { UsageError } from '../../config/errors.ts';
import { requestControl } from '../../store/control.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { CommandContext } from '../context.ts';
import { readLoop } from '../loop-reading.ts';

export default async function pause(
  context: CommandContext,
  id: string | undefined,
  { now = false }: { now?: boolean },
): Promise<number> {
  await refuseBeneathAgent(context, 'pause');
  const { entry, status, owner } = await readLoop(context, id);
  if (owner === null) throw new UsageError(`${entry.id} is not running (${status})`);
  await requestControl(entry.paths.control, { type: 'pause', now });
  const when = now ? 'now' : 'when its current iteration has ended';
  context.stdout.write(`${entry.id} pauses ${when}; go on with: jumar resume ${entry.id}\n`);
  return 0;
}
