import { UsageError } from '../../config/errors.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { CommandContext } from '../context.ts';
import { splitTarget } from '../loop-reading.ts';
import { restoreIteration } from '../restore-iteration.ts';

export default async function rollback(
  context: CommandContext,
  first: string | undefined,
  second: string | undefined,
): Promise<number> {
  await refuseBeneathAgent(context, 'rollback');
  const { loop, trees } = splitTarget([first, second]);
  const [tree] = trees;
  if (tree === undefined)
    throw new UsageError(
      'name the iteration to go back to',
      'jumar rollback 0 puts back what was there before the loop',
    );
  return restoreIteration(context, loop, () => tree, null, 'rolled back by the user');
}
