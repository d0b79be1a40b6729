import type { CliCommand } from '../support/command.ts';
import type { AuditOptions } from '../support/judge-diff.ts';
import { collect } from '../support/option-values.ts';

export const audit: CliCommand = {
  declare: (program) =>
    program
      .command('audit')
      .description(
        'check any diff for cheating and lost functionality: a range, a pull request or staged changes; no loop needed',
      )
      .argument('[range]', 'commit or range, such as main..HEAD (default: the working tree)')
      .option('--staged', 'the staged changes')
      .option('--working', 'the working tree against HEAD')
      .option('--pr [base]', 'the changes of this branch since its base')
      .option('--each', 'judge every commit of the range by itself, with a table at the end')
      .option('--format <format>', 'text, json, sarif, github, junit or markdown')
      .option('--also <format=file>', 'write the same findings to a file in another format, repeatable', collect, [])
      .option('--task <text>', 'the task that the change should solve')
      .option('--strict', "use the rules of a loop: possible rewrites block too; for agents' work")
      .option('--mutants', 'also run the tests on small faults in the changed lines, in a copy of the tree')
      .option(
        '--until <criterion>',
        'command to test mutants with, repeatable (default: the test command)',
        collect,
        [],
      )
      .option('--explain <pattern>', 'explain what a pattern catches and what it ignores'),

  examples: [
    ['audit', 'the working tree against HEAD'],
    ['audit main..HEAD'],
    ['audit --pr main --format github', 'in CI'],
    ['audit --pr main --also sarif=jumar.sarif'],
    ['audit --each v1.0..HEAD', 'commit by commit'],
    ['audit --mutants main..HEAD --until "mutants >= 80"', 'runs the tests; exits 1 if too few faults are noticed'],
    ['audit --explain assertion-weakened'],
  ],

  async run(context, range: string | undefined, options: AuditOptions) {
    const { explainPattern, judgeDiff } = await import('../support/judge-diff.ts');
    const { explain, each } = options;
    if (each) return (await import('../support/judge-each.ts')).judgeEach(context, range, options);
    return explain === undefined ? judgeDiff(context, range, options) : explainPattern(context, explain);
  },
};
