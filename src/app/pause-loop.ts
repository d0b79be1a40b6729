import { requestControl } from '../store/control.ts';
import { UsageError } from '../system/usage-error.ts';
import { refuseBeneathAgent } from './beneath-agent.ts';
import type { AppContext } from './context.ts';
import { readLoopToSteer } from './loop-to-steer.ts';

/** Asks the process that runs a loop to pause it: after the iteration, or at once. Returns the loop's id. */
export async function pauseLoop(
  context: AppContext,
  { loop, now = false }: { loop?: string | undefined; now?: boolean | undefined },
): Promise<string> {
  await refuseBeneathAgent(context, 'pause');
  const { entry, status, owner } = await readLoopToSteer(context, loop, 'running');
  if (owner === null) throw new UsageError(`${entry.id} is not running (${status})`);
  await requestControl(entry.paths, { type: 'pause', now });
  return entry.id;
}
