import { UsageError } from '../../../system/usage-error.ts';
import type { ReportFormat } from '../../reports/files/report-formats.ts';
import type { CliCommand } from '../support/command.ts';
import { appContext } from '../support/context.ts';
import { formatBy, formatOf, writeOutput } from '../support/output.ts';
import { splitTarget } from '../support/target.ts';

interface ReportOptions {
  format?: string;
  out?: string;
}

export const report: CliCommand = {
  declare: (program) =>
    program
      .command('report')
      .description('write a report of a loop, or of one iteration')
      .argument('[loop]')
      .argument('[iteration]')
      .option(
        '--format <format>',
        'md, html, json, csv, junit or sarif (default: from the extension of --out, else md)',
      )
      .option('--out <file>', 'write to this file instead of stdout'),

  examples: [
    ['report', 'Markdown on stdout'],
    ['report --out ../report.html', 'one file for any browser'],
    ['report 2', 'of iteration 2'],
    ['report --out ../junit.xml', 'for CI; the extension sets the format'],
  ],

  async run(context, first: string | undefined, second: string | undefined, options: ReportOptions) {
    const [{ readLoop }, { noteOutputInside }, { reportFormats }] = await Promise.all([
      import('../../../app/loop-reading.ts'),
      import('../../../app/output-inside.ts'),
      import('../../reports/files/report-formats.ts'),
    ]);
    const formats = Object.keys(reportFormats) as ReportFormat[];
    const format = formatOf(options.format ?? formatBy(options.out, endings), formats);
    const { loop, trees } = splitTarget([first, second]);
    const { entry, state } = await readLoop(context, loop);
    const [n] = trees;
    const iteration = n === undefined ? null : (state.iterations[Number(n)] ?? null);
    if (n !== undefined && !iteration)
      throw new UsageError(`${state.id} has no iteration ${n}`, `it has 0 to ${state.iterations.length - 1}`);
    if (iteration && (format === 'csv' || format === 'html'))
      throw new UsageError(
        `${format} reports cover a whole loop, not iteration ${n}`,
        'use --format md, json, junit or sarif',
      );
    if (state.iterations.length === 0) throw new UsageError(`${state.id} has nothing to report yet`);
    const text = await reportFormats[format]({
      state,
      iteration,
      folder: entry.paths.folder,
      workspace: async () => {
        const { openSnapshots } = await import('../../../app/snapshots.ts');
        return openSnapshots({ project: entry.project, loop: entry.id });
      },
    });
    await writeOutput(context, text, options.out);
    await noteOutputInside(appContext(context), state, options.out);
    return 0;
  },
};

const endings = { md: 'md', html: 'html', htm: 'html', json: 'json', csv: 'csv', xml: 'junit', sarif: 'sarif' };
