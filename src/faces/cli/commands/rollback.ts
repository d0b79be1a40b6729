import { UsageError } from '../../../system/usage-error.ts';
import type { CliCommand } from '../support/command.ts';
import { splitTarget } from '../support/target.ts';

export const rollback: CliCommand = {
  declare: (program) =>
    program
      .command('rollback')
      .description('restore the working tree to an iteration; 0 is before the loop')
      .argument('[loop]')
      .argument('[iteration]'),

  examples: [['rollback 0', 'restore everything from before the loop'], ['rollback fix-the-parser 2']],

  async run(context, first: string | undefined, second: string | undefined) {
    const [{ refuseBeneathAgent }, { restoreIteration }, { restoredText }] = await Promise.all([
      import('../../../app/beneath-agent.ts'),
      import('../../../app/restore-iteration.ts'),
      import('../text/restored.ts'),
    ]);
    await refuseBeneathAgent(context, 'rollback');
    const { loop, trees } = splitTarget([first, second]);
    const [tree] = trees;
    if (tree === undefined)
      throw new UsageError(
        'missing the iteration to restore',
        'jumar rollback 0 restores the tree from before the loop',
      );
    const otherwise = 'rolled back by the user';
    const restored = await restoreIteration(context, {
      loop,
      choose: () => tree,
      reason: null,
      otherwise,
      act: 'rollback',
    });
    context.stdout.write(restoredText(restored));
    return 0;
  },
};
