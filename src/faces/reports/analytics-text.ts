import type { LoopAnalytics } from '../../core/analytics/analytics.ts';
import type { TrajectoryPoint } from '../../core/analytics/trajectory.ts';
import type { Status } from '../../core/state/outcome.ts';
import { barsFrom, qualityBars, type TextSize, withSign } from './chart.ts';
import { duration } from './format.ts';
import { unicodeGlyphs } from './glyphs.ts';
import { partTitle } from './score-rows.ts';
import { wrapText } from './wrap.ts';

/** The bar chart with the stopping reason below it; also the content of `quality-chart.txt`. */
export function chartText(analytics: LoopAnalytics, points: readonly TrajectoryPoint[], size: TextSize): string {
  const { glyphs = unicodeGlyphs, columns } = size;
  const rule = glyphs.line.repeat(HEADING.length);
  const reason = analytics.stopping_reason;
  const foot = reason
    ? `Stopping: ${reason.charAt(0).toUpperCase()}${reason.slice(1)}`
    : (restText[analytics.status] ?? '');
  const from = barsFrom(points);
  const scale = from > 0 ? [`bars from ${from.toFixed(1)}`] : [];
  return [HEADING, rule, ...scale, ...qualityBars(points, size), '', ...wrapText(foot, columns), rule].join('\n');
}

export function analyticsText(analytics: LoopAnalytics, points: readonly TrajectoryPoint[], size: TextSize): string {
  const { glyphs = unicodeGlyphs, columns } = size;
  const title = `Iteration Analytics: ${analytics.task_id}`;
  const lines = [
    title,
    glyphs.double.repeat(Math.min(columns, Math.max(35, title.length))),
    '',
    chartText(analytics, points, size),
    '',
    ...figures(analytics),
    ...sumOf(analytics),
    ...breakdown(analytics, glyphs.arrow),
  ];
  return `${lines.join('\n')}\n`;
}

/** For a loop without a stopping reason. */
const restText: Partial<Record<Status, string>> = {
  running: 'Still running',
  completing: 'Still completing',
  paused: 'Paused',
  crashed: 'Crashed: its process is gone',
};

const HEADING = 'Quality Over Iterations';

function figures(analytics: LoopAnalytics): string[] {
  const { final_quality, last_quality, final_iteration, total_improvement, improvement_from_baseline } = analytics;
  const notLast = final_quality !== last_quality && last_quality !== null;
  const keptNote = notLast ? ` (iteration ${final_iteration}; the last one had ${last_quality.toFixed(2)})` : '';
  const since =
    improvement_from_baseline === null ? '' : ` (${withSign(improvement_from_baseline, 2)} since the baseline)`;
  return [
    `Final Quality: ${final_quality === null ? 'unknown' : final_quality.toFixed(2)}${keptNote}`,
    `Total Iterations: ${analytics.iterations}`,
    `Total Improvement: ${total_improvement === null ? 'unknown' : withSign(total_improvement, 2)}${since}`,
    ...(analytics.time_saved_estimate ? [`Time Saved: ${analytics.time_saved_estimate}`] : []),
    `Time: ${duration(analytics.active_ms)}`,
    `Cost: ${analytics.cost_usd === null ? 'unknown' : `$${analytics.cost_usd.toFixed(2)}`}`,
  ];
}

/** The kept score as the sum of its parts, if the profile that decides is not the one of the breakdown below. */
function sumOf({ profile, history, final_iteration }: LoopAnalytics): string[] {
  const { parts = [], quality } = history.find(({ iteration }) => iteration === final_iteration) ?? {};
  const known = parts.filter(({ contribution }) => contribution !== null);
  if (known.length === 0 || quality == null) return [];
  const lines = known.map(
    ({ name, score, contribution }) =>
      `- ${partTitle(name)}: ${(score ?? 0).toFixed(2)}, adds ${(contribution ?? 0).toFixed(3)}`,
  );
  return ['', `Final Quality by Profile ${partTitle(profile)}:`, ...lines, `- Sum: ${quality.toFixed(3)}`];
}

const names: Record<string, string> = {
  tests_passing: 'Tests Passing',
  code_quality: 'Code Quality',
  coverage: 'Coverage',
  complexity: 'Complexity',
};
const rates = new Set(['tests_passing', 'coverage']);

function breakdown({ breakdown: parts }: LoopAnalytics, arrow: string): string[] {
  if (parts.length === 0) return [];
  const lines = parts.map(({ part, from, to, delta, baseline }) => {
    const show = (value: number | null) => (rates.has(part) ? percent(value ?? 0) : (value ?? 0).toFixed(2));
    return `- ${names[part]}: ${show(from)} ${arrow} ${show(to)} (${withSign(Math.round((delta ?? 0) * 100), 0)}%)${baseline === null ? '' : `, baseline ${show(baseline)}`}`;
  });
  return ['', 'Breakdown:', ...lines];
}

/** Rounded, but 99.9 % of the tests is not all of them, and 0.1 % is not none. */
function percent(share: number): string {
  const rounded = Math.round(share * 100);
  if (share > 0 && share < 1) return `${Math.min(99, Math.max(1, rounded))}%`;
  return `${rounded}%`;
}
