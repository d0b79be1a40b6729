import { UsageError } from '../../../system/usage-error.ts';
import type { CliCommand } from '../support/command.ts';
import { formatBy, formatOf, writeOutput } from '../support/output.ts';

interface AnalyticsOptions {
  format?: string;
  export?: string;
  since?: string;
  agent?: string;
  all?: boolean;
}

export const analytics: CliCommand = {
  declare: (program) =>
    program
      .command('analytics')
      .description(
        'show the quality of a loop per iteration; without a loop, compare success, cost and more across loops',
      )
      .argument('[loop]', 'loop id or `latest`')
      .option('--format <format>', 'text, json or csv')
      .option('--export <file>', 'write to this file instead of stdout')
      .option('--since <when>', 'only loops started since: 12h, 7d, 2w, or a date')
      .option('--agent <name>', 'only loops of this agent')
      .option('--all', 'include every workspace'),

  examples: [
    ['analytics latest', 'quality over the iterations of the latest loop'],
    ['analytics --since 7d --agent claude', 'success, cost and more across loops'],
    ['analytics --all --export ../loops.csv'],
  ],

  async run(context, loop: string | undefined, options: AnalyticsOptions) {
    const { analyticsAcrossLoops, analyticsFormats, analyticsOfLoop } = await import('../support/analytics-text.ts');
    const format = formatOf(options.format ?? formatBy(options.export, endings), analyticsFormats);
    if (loop !== undefined) refuseChoosing(options);
    const text =
      loop === undefined
        ? await analyticsAcrossLoops(context, format, options)
        : await analyticsOfLoop(context, loop, format);
    await writeOutput(context, text, options.export);
    return 0;
  },
};

const endings = { txt: 'text', md: 'text', json: 'json', csv: 'csv' };

/** These flags select loops, so they would be ignored if one loop is named. */
function refuseChoosing({ since, agent, all }: AnalyticsOptions): void {
  const flags = [since !== undefined && '--since', agent !== undefined && '--agent', all && '--all'].filter(Boolean);
  if (flags.length === 0) return;
  throw new UsageError(`${flags.join(' and ')} cannot be combined with a loop`, 'omit the loop to compare loops');
}
