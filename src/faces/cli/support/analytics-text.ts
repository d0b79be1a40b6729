import { UsageError } from '../../../system/usage-error.ts';
import type { CommandContext } from './context.ts';
import { textSize } from './output.ts';

export const analyticsFormats = ['text', 'json', 'csv'] as const;

interface LoopFilter {
  since?: string;
  agent?: string;
  all?: boolean;
}

type Format = (typeof analyticsFormats)[number];

export async function analyticsOfLoop(context: CommandContext, id: string, format: Format): Promise<string> {
  const [{ readLoop }, { analyticsOf }, { trajectoryOf }] = await Promise.all([
    import('../../../app/loop-reading.ts'),
    import('../../../core/analytics/analytics.ts'),
    import('../../../core/analytics/trajectory.ts'),
  ]);
  const { state } = await readLoop(context, id);
  const analytics = analyticsOf(state);
  if (format === 'json') return `${JSON.stringify(analytics, null, 2)}\n`;
  if (format === 'csv') return (await import('../../reports/analytics-csv.ts')).analyticsCsv(analytics);
  const { analyticsText } = await import('../../reports/analytics-text.ts');
  return analyticsText(analytics, trajectoryOf(state), textSize(context));
}

export async function analyticsAcrossLoops(
  context: CommandContext,
  format: Format,
  options: LoopFilter,
): Promise<string> {
  const [{ listLoops }, { analyticsAcross }] = await Promise.all([
    import('../../../app/list-loops.ts'),
    import('../../../core/analytics/comparison.ts'),
  ]);
  const listedLoops = await listLoops(context, { all: options.all });
  const since = options.since === undefined ? 0 : sinceOf(options.since, Date.now());
  const loops = listedLoops
    .flatMap(({ summary }) => summary ?? [])
    .filter(({ createdAt, agent }) => createdAt >= since && (options.agent ?? agent) === agent);
  const figures = analyticsAcross(loops);
  if (format === 'json') {
    const filter = { since: since === 0 ? null : new Date(since).toISOString(), agent: options.agent ?? null };
    return `${JSON.stringify({ ...figures, filter, loops }, null, 2)}\n`;
  }
  if (format === 'csv') {
    const { comparisonCsv } = await import('../../reports/analytics-csv.ts');
    return comparisonCsv([
      ['all', '', figures.all],
      ...Object.entries(figures.by_agent).map(([name, one]) => ['agent', name, one] as const),
      ...Object.entries(figures.by_task_type).map(([name, one]) => ['task_type', name, one] as const),
    ]);
  }
  const { comparisonText } = await import('../../reports/comparison-text.ts');
  const scope = [
    options.all ? 'of every workspace' : 'here',
    ...(options.agent ? [`by ${options.agent}`] : []),
    ...(since === 0 ? [] : [`since ${new Date(since).toISOString().slice(0, 10)}`]),
  ];
  return comparisonText(figures, scope.join(' '), textSize(context));
}

const UNITS: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** `7d`, `12h`, `2w` before now, or a date. */
function sinceOf(text: string, now: number): number {
  const span = /^(\d+)([hdw])$/.exec(text);
  if (span) return now - Number(span[1]) * (UNITS[span[2] ?? ''] ?? 0);
  const at = Date.parse(text);
  if (Number.isFinite(at)) return at;
  throw new UsageError(`'${text}' is not a time`, 'use --since 7d, --since 12h or --since 2026-01-31');
}
