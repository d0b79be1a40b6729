import { addPerson } from '../people/account.ts';
import { UsageError } from '../system/usage-error.ts';
import { refuseBeneathAgent } from './beneath-agent.ts';
import type { AppContext } from './context.ts';
import { recordUnderLease } from './loop-log.ts';
import { readLoop } from './loop-reading.ts';

/** The next prompt says nothing of the iterations so far. Returns how many it leaves out. */
export async function clearProgress(
  context: AppContext,
  loop: string | undefined,
): Promise<{ loop: string; count: number }> {
  await refuseBeneathAgent(context, 'progress clear');
  const { entry, owner } = await readLoop(context, loop);
  if (owner !== null)
    throw new UsageError(`${entry.id} is running (pid ${owner})`, `pause it first: jumar pause ${entry.id}`);
  return recordUnderLease(entry, 'jumar progress clear', async (state, append) => {
    const judged = (state?.iterations ?? []).filter(({ n, decision }) => n >= 1 && decision !== null);
    const iteration = judged.at(-1)?.n ?? 0;
    const count = judged.filter(({ n }) => n > (state?.progressSince ?? 0)).length;
    if (count > 0) await append(addPerson({ type: 'progress-cleared', iteration }));
    return { loop: entry.id, count };
  });
}
