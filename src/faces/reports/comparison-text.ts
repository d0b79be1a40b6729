import type { analyticsAcross, Comparison } from '../../core/analytics/comparison.ts';
import { type TextSize, withSign } from './chart.ts';
import { clip, columnsOf, columnWidths, padEnd, padStart } from './columns.ts';
import { duration, plural } from './format.ts';
import { unicodeGlyphs } from './glyphs.ts';

/** Statistics over many loops, in total, by agent and by task type. */
export function comparisonText(
  across: ReturnType<typeof analyticsAcross>,
  scope: string,
  { columns, glyphs = unicodeGlyphs }: TextSize,
): string {
  const { all } = across;
  const title = `Analytics: ${plural(all.loops, 'loop')} ${scope}`;
  const gain = all.best_over_final;
  const lines = [
    clip(title, columns, glyphs.ellipsis),
    glyphs.double.repeat(Math.min(columns, Math.max(35, columnsOf(title)))),
    `Success Rate: ${percent(all.success_rate)} (${all.succeeded} of ${all.ended} that ended)`,
    `Mean Iterations: ${number(all.mean_iterations)}, to success ${number(all.mean_iterations_to_success)}`,
    `Iterations Saved: ${all.iterations_saved}`,
    `Best Over Final: ${plural(gain.loops, 'loop')} kept an iteration better than the last${gain.mean_gain === null ? '' : `, mean ${withSign(gain.mean_gain, 3)}, at most ${withSign(gain.largest_gain ?? 0, 3)}`}`,
    `Regressions Caught: ${all.regressions_caught} of ${plural(all.alerts, 'alert')} (${plural(all.rollbacks, 'rollback')}; false-positive rate ${percent(all.false_positive_rate)})`,
    `Time: ${duration(all.active_ms)}, agents ${duration(all.agent_ms)}`,
    `Cost: ${costOf(all)}`,
    ...tableOf('By Agent', across.by_agent, columns, glyphs.line),
    ...tableOf('By Task Type', across.by_task_type, columns, glyphs.line),
  ];
  return `${lines.join('\n')}\n`;
}

function tableOf(title: string, groups: Record<string, Comparison>, columns: number, line: string): string[] {
  const rows = Object.entries(groups).map(([name, one]) => [
    name,
    String(one.loops),
    percent(one.success_rate),
    number(one.mean_iterations),
    one.best_over_final.mean_gain === null ? 'unknown' : withSign(one.best_over_final.mean_gain, 3),
    String(one.regressions_caught),
    shortCost(one),
  ]);
  const table = [['', 'loops', 'success', 'iterations', 'best-final', 'caught', 'cost'], ...rows];
  const widths = columnWidths(table);
  const first = Math.min(widths[0] ?? 0, Math.max(8, columns - 60));
  const text = table.map(([name = '', ...cells]) =>
    [padEnd(clip(name, first), first), ...cells.map((cell, index) => padStart(cell, widths[index + 1] ?? 0))].join(
      '  ',
    ),
  );
  return ['', title, line.repeat(title.length), ...text];
}

/** An unreported cost is not zero. */
function shortCost({ cost_usd, cost_unknown }: Comparison): string {
  if (cost_usd === null || (cost_usd === 0 && cost_unknown > 0)) return 'unknown';
  return `${cost_unknown > 0 ? '>' : ''}$${cost_usd.toFixed(2)}`;
}

function costOf({ cost_usd, cost_unknown, cost_per_success_usd }: Comparison): string {
  if (cost_usd === null) return 'unknown';
  const each = cost_per_success_usd === null ? '' : `, $${cost_per_success_usd.toFixed(2)} per verified task`;
  return `$${cost_usd.toFixed(2)}${each}${cost_unknown > 0 ? ` (unknown for ${plural(cost_unknown, 'loop')})` : ''}`;
}

const percent = (value: number | null) => (value === null ? 'unknown' : `${Math.floor(value * 100)} %`);
const number = (value: number | null) => (value === null ? 'unknown' : value.toFixed(1));
