import type { CliCommand } from '../support/command.ts';
import { exitCodeOf } from '../support/exit-code-of.ts';
import { collect } from '../support/option-values.ts';
import { say } from '../support/output.ts';
import { type MeasuringOptions, withJson, withMeasuring } from '../support/shared-options.ts';

interface MeasureOptions extends MeasuringOptions {
  json?: boolean;
  compare?: string;
  mutants?: boolean;
  until: string[];
}

export const measure: CliCommand = {
  declare: (program) =>
    withMeasuring(withJson(program.command('measure')))
      .description('measure the working tree, without a loop or an agent')
      .option('--compare <commit>', 'also measure this commit and show the difference')
      .option('--mutants', 'also put small faults into what changed since HEAD or --compare: tests must notice them')
      .option(
        '-u, --until <criterion>',
        'command to measure with, repeatable (default: the test command)',
        collect,
        [],
      ),

  examples: [
    ['measure'],
    ['measure --compare main', 'compare with main'],
    ['measure --mutants', 'which changed lines no test watches'],
    ['measure --until "npm test" --until "coverage >= 80"', 'exits 1 if one does not hold'],
  ],

  /** Exits with 0 if it measured. With `--until`: 1 if a criterion does not hold, 7 if one could not be measured. */
  async run(context, { json = false, ...options }: MeasureOptions) {
    const [{ abortOnInterrupt }, { measureProject }, { measureOutput }, { measureText }] = await Promise.all([
      import('../../../app/interrupts.ts'),
      import('../../../app/measure-project.ts'),
      import('../../../app/measure-output.ts'),
      import('../../reports/measure-text.ts'),
    ]);
    const controller = new AbortController();
    const dispose = abortOnInterrupt(controller);
    try {
      const request = { ...options, source: 'the command line', signal: controller.signal };
      const { now, then, criteria, verdicts, settings, remedy, mutants } = await measureProject(context, request);
      if (json) {
        const output = measureOutput(now, then, { criteria, verdicts, score: settings.score, remedy, mutants });
        context.stdout.write(`${JSON.stringify(output, null, 2)}\n`);
      } else say(context, measureText(now, then, { criteria, verdicts, settings, remedy, mutants }));
      return options.until.length > 0 ? exitCodeOf(verdicts) : 0;
    } finally {
      dispose();
    }
  },
};
