import { UsageError } from '../../config/errors.ts';
import { stateHome } from '../../store/home.ts';
import { withWorktrees } from '../../store/worktrees.ts';
import type { CommandContext } from '../context.ts';
import { deliver, formatBy, formatOf, textSize } from '../output.ts';
import { projectHere } from '../project-here.ts';

interface AnalyticsOptions {
  format?: string;
  export?: string;
  since?: string;
  agent?: string;
  all?: boolean;
}

export const analyticsFormats = ['text', 'json', 'csv'] as const;

/** Of one loop where one is named, else across the loops of this workspace. */
export default async function analytics(
  context: CommandContext,
  id: string | undefined,
  options: AnalyticsOptions,
): Promise<number> {
  const format = formatOf(options.format ?? formatBy(options.export, endings), analyticsFormats);
  if (id !== undefined) refuseChoosing(options);
  const text = id === undefined ? await across(context, format, options) : await ofLoop(context, id, format);
  await deliver(context, text, options.export);
  return 0;
}

type Format = (typeof analyticsFormats)[number];

async function ofLoop(context: CommandContext, id: string, format: Format): Promise<string> {
  const [{ readLoop }, { analyticsOf }, { trajectoryOf }] = await Promise.all([
    import('../loop-reading.ts'),
    import('../../core/analytics.ts'),
    import('../../core/trajectory.ts'),
  ]);
  const { state } = await readLoop(context, id);
  const analytics = analyticsOf(state);
  if (format === 'json') return `${JSON.stringify(analytics, null, 2)}\n`;
  if (format === 'csv') return (await import('../../reporters/analytics-csv.ts')).analyticsCsv(analytics);
  const { analyticsText } = await import('../../reporters/analytics-text.ts');
  return analyticsText(analytics, trajectoryOf(state), textSize(context));
}

async function across(context: CommandContext, format: Format, options: AnalyticsOptions): Promise<string> {
  const [{ summaries }, { analyticsAcross }] = await Promise.all([
    import('../summaries.ts'),
    import('../../core/comparison.ts'),
  ]);
  const home = await stateHome(context.env);
  const { listProjects } = await import('../../store/find-loop.ts');
  const projects = options.all ? await listProjects(home) : await withWorktrees(home, await projectHere(context, home));
  const since = options.since === undefined ? 0 : sinceOf(options.since, Date.now());
  const loops = (await summaries(projects))
    .flatMap(({ summary }) => summary ?? [])
    .filter(({ createdAt, agent }) => createdAt >= since && (options.agent ?? agent) === agent);
  const figures = analyticsAcross(loops);
  if (format === 'json') {
    const filter = { since: since === 0 ? null : new Date(since).toISOString(), agent: options.agent ?? null };
    return `${JSON.stringify({ ...figures, filter, loops }, null, 2)}\n`;
  }
  if (format === 'csv') {
    const { comparisonCsv } = await import('../../reporters/analytics-csv.ts');
    return comparisonCsv([
      ['all', '', figures.all],
      ...Object.entries(figures.by_agent).map(([name, one]) => ['agent', name, one] as const),
      ...Object.entries(figures.by_task_type).map(([name, one]) => ['task_type', name, one] as const),
    ]);
  }
  const { comparisonText } = await import('../../reporters/comparison-text.ts');
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
  throw new UsageError(`'${text}' is no time`, '--since 7d, --since 12h or --since 2026-01-31');
}

const endings = { txt: 'text', md: 'text', json: 'json', csv: 'csv' };

/** These choose among loops: beside a loop that is named they would do nothing, without a word. */
function refuseChoosing({ since, agent, all }: AnalyticsOptions): void {
  const given = [since !== undefined && '--since', agent !== undefined && '--agent', all && '--all'].filter(Boolean);
  if (given.length === 0) return;
  throw new UsageError(
    `${given.join(' and ')} choose${given.length === 1 ? 's' : ''} among loops, and one loop is named`,
    'leave the loop out to compare loops',
  );
}
