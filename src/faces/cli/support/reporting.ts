import type { Host } from '../../../app/host.ts';
import { consoleReporter } from '../../reports/console.ts';
import { projectionSources } from '../../reports/files/projection-sources.ts';
import { project, type ShownFiles } from '../../reports/files/projections.ts';
import { githubReporter } from '../../reports/github.ts';
import { jsonlReporter } from '../../reports/jsonl.ts';
import { paintFor } from '../../reports/paint.ts';
import type { Reporter } from '../../reports/reporter.ts';
import type { CommandContext } from './context.ts';
import { textSize } from './output.ts';

export interface FaceOptions {
  json?: boolean | undefined;
  verbose?: boolean | undefined;
  /** Only append lines, never redraw: for screen readers and logs. */
  plain?: boolean | undefined;
}

type SessionObserver = Pick<Host, 'observe' | 'onActivity'>;

/** Reports events to people or machines, and keeps the project's readable files up to date. */
export function observerFor(context: CommandContext, options: FaceOptions): SessionObserver {
  const write = (text: string) => void context.stdout.write(text);
  const reporter = options.json
    ? jsonlReporter(write)
    : lineReporter(context, write, { ...options, live: Boolean(context.stdout.isTTY) && !options.plain });
  return observeWith(context, reporter, {
    report: options.json ? () => {} : (shown) => write(shownText(shown)),
    note: (problem) => void context.stderr.write(`note: ${problem}\n`),
  });
}

/** Reports line by line, in the format of the terminal or of GitHub Actions. */
export function lineReporter(
  context: CommandContext,
  write: (text: string) => void,
  { verbose = false, live = false }: FaceOptions & { live?: boolean },
): Reporter {
  const look = {
    glyphs: textSize(context).glyphs,
    paint: paintFor(context.stdout, context.env),
    live,
    verbose,
    wrapped: Boolean(context.stdout.isTTY),
    get columns() {
      return textSize(context).columns;
    },
  };
  return context.env.GITHUB_ACTIONS === 'true' ? githubReporter(write, look) : consoleReporter(write, look);
}

/** Reports each problem with the readable files once. */
export function observeWith(
  context: CommandContext,
  reporter: Reporter,
  { report, note }: { report(shown: ShownFiles): void; note(problem: string): void },
): SessionObserver {
  const sources = projectionSources(context.env);
  const reported = new Set<string>();
  const noteOnce = (problem: string) => {
    if (!reported.has(problem)) note(problem);
    reported.add(problem);
  };
  return {
    onActivity: (activity) => reporter.onActivity?.(activity),
    async observe(record, state) {
      reporter.onEvent(record, state);
      const shown = await project(state, record.event, noteOnce, sources);
      if (shown) report(shown);
    },
  };
}

/** Where to read on, below the summary of the end. */
export function shownText({ report, page, log, state }: ShownFiles): string {
  return [
    `  report  ${report}\n`,
    ...(page === null ? [] : [`  page    ${page}\n`]),
    ...(log === null ? [] : [`  log     ${log}\n`]),
    `  state   saved to ${state}\n`,
  ].join('');
}
