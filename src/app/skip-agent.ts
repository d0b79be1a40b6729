import { requestControl } from '../store/control.ts';
import { UsageError } from '../system/usage-error.ts';
import { refuseBeneathAgent } from './beneath-agent.ts';
import type { AppContext } from './context.ts';
import { readLoopToSteer } from './loop-to-steer.ts';

/** Asks the process that runs a loop to end its agent's run and to check what it has done so far. Returns the loop's id. */
export async function skipAgent(context: AppContext, { loop }: { loop?: string | undefined }): Promise<string> {
  await refuseBeneathAgent(context, 'skip');
  const { entry, state, status, owner } = await readLoopToSteer(context, loop, 'running');
  if (owner === null) throw new UsageError(`${entry.id} is not running (${status})`);
  const last = state.iterations.at(-1);
  if (!last || last.run === null || last.agent !== null)
    throw new UsageError(`no agent of ${entry.id} is at work now`, `jumar attach ${entry.id} shows what it does`);
  await requestControl(entry.paths, { type: 'skip' });
  return entry.id;
}
