import { UsageError } from '../../config/errors.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { CommandContext } from '../context.ts';
import { splitTarget } from '../loop-reading.ts';
import { restoreIteration } from '../restore-iteration.ts';

export default async function apply(
  context: CommandContext,
  first: string | undefined,
  second: string | undefined,
  { reason }: { reason?: string },
): Promise<number> {
  await refuseBeneathAgent(context, 'apply');
  const { loop, trees } = splitTarget([first, second]);
  const choose = (best: number | null) => {
    if (trees[0] !== undefined) return trees[0];
    if (best === null) throw new UsageError('nothing has been verified yet, so there is no best iteration');
    return String(best);
  };
  return restoreIteration(context, loop, choose, reason ?? null);
}
