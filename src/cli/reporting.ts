import { consoleReporter } from '../reporters/console.ts';
import { jsonlReporter } from '../reporters/jsonl.ts';
import { paintFor } from '../reporters/paint.ts';
import type { SessionOptions } from '../runner/session.ts';
import { project } from '../store/projections.ts';
import type { CommandContext } from './context.ts';
import { textSize } from './output.ts';
import { projectionSources } from './projecting.ts';

/** Tells people or machines what happens, and keeps the project's readable files up to date. */
export function observerFor(
  context: CommandContext,
  json: boolean,
  verbose = false,
): Pick<SessionOptions, 'observe' | 'onActivity'> {
  const write = (text: string) => void context.stdout.write(text);
  const reporter = json
    ? jsonlReporter(write)
    : consoleReporter(write, {
        ...textSize(context),
        paint: paintFor(context.stdout, context.env),
        live: Boolean(context.stdout.isTTY),
        verbose,
      });
  const sources = projectionSources(context);
  const told = new Set<string>();
  const tellOnce = (problem: string) => {
    if (!told.has(problem)) context.stderr.write(`note: ${problem}\n`);
    told.add(problem);
  };
  return {
    onActivity: (activity) => reporter.onActivity?.(activity),
    async observe(record, state) {
      reporter.onEvent(record, state);
      const report = await project(state, record.event, tellOnce, sources);
      if (report && !json) write(`  report  ${report}\n`);
    },
  };
}
