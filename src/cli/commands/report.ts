import { UsageError } from '../../config/errors.ts';
import { type ReportFormat, reportFormats } from '../../reporters/report-formats.ts';
import type { CommandContext } from '../context.ts';
import { readLoop, splitTarget } from '../loop-reading.ts';
import { deliver, formatBy, formatOf } from '../output.ts';
import { noteOutputInside } from '../output-inside.ts';

interface ReportOptions {
  format?: string;
  out?: string;
}

/** A report of a loop or of one of its iterations, to standard output or into a file. */
export default async function report(
  context: CommandContext,
  first: string | undefined,
  second: string | undefined,
  options: ReportOptions,
): Promise<number> {
  const format = formatOf(
    options.format ?? formatBy(options.out, endings),
    Object.keys(reportFormats) as ReportFormat[],
  );
  const { loop, trees } = splitTarget([first, second]);
  const { entry, state } = await readLoop(context, loop);
  const [n] = trees;
  const iteration = n === undefined ? null : (state.iterations[Number(n)] ?? null);
  if (n !== undefined && !iteration)
    throw new UsageError(`${state.id} has no iteration ${n}`, `it has 0 to ${state.iterations.length - 1}`);
  if (iteration && (format === 'csv' || format === 'html'))
    throw new UsageError(`${format} is of a whole loop, not of iteration ${n}`, '--format md, json, junit or sarif');
  if (state.iterations.length === 0) throw new UsageError(`${state.id} has nothing to report yet`);
  const text = await reportFormats[format]({
    state,
    iteration,
    folder: entry.paths.folder,
    workspace: async () => {
      const { openWorkspace } = await import('../../workspace/index.ts');
      return openWorkspace({ shadow: entry.project.shadow, root: entry.project.root, loop: entry.id }).catch(
        () => null,
      );
    },
  });
  await deliver(context, text, options.out);
  await noteOutputInside(context, state, options.out);
  return 0;
}

const endings = { md: 'md', html: 'html', htm: 'html', json: 'json', csv: 'csv', xml: 'junit', sarif: 'sarif' };
