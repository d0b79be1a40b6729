import { statusWord } from '../../core/state/status-word.ts';
import { countdown, dollars, tokenCount } from '../reports/activity-line.ts';
import type { Glyphs } from '../reports/glyphs.ts';
import { failingText } from '../reports/headline.ts';
import { joinSpans, type Line, type Span, span, widthOf } from './lines.ts';
import type { Measure } from './measures.ts';
import type { View } from './view.ts';

/** Loop id, time and task: two lines and a rule. */
export function headLines(view: View, columns: number, glyphs: Glyphs): Line[] {
  const time = `${clock(view.activeMs)} of ${view.timeoutMinutes} min`;
  const left: Line = [span('jumar ', 'bold'), span(view.id)];
  const right = columns >= 100 ? [span(`${statusWord(view.status)}, ${time}`)] : [span(time)];
  const gap = columns - widthOf(left) - widthOf(right);
  const first: Line = gap > 0 ? [...left, span(' '.repeat(gap)), ...right] : [...right, span('  '), ...left];
  return [first, [span(view.task)], [span(glyphs.line.repeat(columns), 'dim')]];
}

/** What people look for first: how many tests fail, from the baseline to what would be kept; then the quality. */
export function headlineLines({ headline }: View, glyphs: Glyphs): Line[] {
  if (!headline) return [];
  const { quality, done } = headline;
  const failing = failingText(headline, glyphs.arrow);
  const spans = [
    ...(failing === null ? [] : [span('failing tests ', 'dim'), span(failing, done ? 'green' : 'yellow')]),
    ...(quality === null ? [] : [span(`${failing === null ? '' : '   '}quality `, 'dim'), span(quality)]),
  ];
  return spans.length > 0 ? [spans] : [];
}

/** `#3 of 10 · claude at work 0:34 · $0.42 of $5 · Bash npm test`: the status line. */
export function nowLine(view: View, glyphs: Glyphs): Line {
  const { agent, phase, phaseMs, waitLeftMs, gate } = view;
  const what = agent ? `${agent.name} at work` : phase;
  const time =
    waitLeftMs !== null
      ? `${countdown(waitLeftMs)} left`
      : gate && view.status === 'running'
        ? `${countdown(gate.leftMs)} left`
        : view.status === 'running' || view.status === 'completing'
          ? clock(phaseMs)
          : '';
  const spans = [
    span(view.iteration === 0 ? 'baseline' : `#${view.iteration} of ${view.maxIterations}`, 'bold'),
    span(time ? `${what} ${time}` : what, view.status === 'running' ? 'green' : 'yellow'),
    ...spentSpans(view),
    // Last, because long lines are cut at the end.
    ...[agent?.doing ?? view.check].flatMap((doing) => (doing ? [span(doing)] : [])),
  ];
  return joinSpans(spans, separator(glyphs));
}

/** Marks checks that passed in an iteration that was rolled back or held back. */
export function checkLines({ checks, rejected }: View, glyphs: Glyphs): Line[] {
  const marks = { pass: glyphs.pass, fail: glyphs.fail, unmeasured: glyphs.unknown };
  const tones = { pass: 'green', fail: 'red', unmeasured: 'yellow' } as const;
  return checks.map(({ name, outcome, reason }) => {
    const isUndone = outcome === 'pass' && rejected !== null;
    const words = isUndone ? `held, but ${rejected}` : reason;
    return [
      span(isUndone ? '!' : marks[outcome], isUndone ? 'yellow' : tones[outcome]),
      span(` ${name}`),
      ...(words ? [span(` ${words}`, 'dim')] : []),
    ];
  });
}

/** `tests 18/21 (+1)  cov 81.2 (+1.2)`, on at most two lines. */
export function measureLines({ measures, rejected }: View, columns: number): Line[] {
  const lines: Span[][] = measures.length > 0 && rejected !== null ? [[span(rejected, 'yellow')]] : [];
  for (const measure of measures) {
    const spans = measureSpans(measure);
    const last = lines.at(-1);
    if (last && widthOf(last) + widthOf(spans) + 2 <= columns) last.push(span('  '), ...spans);
    else lines.push(spans);
  }
  return lines.slice(0, 2);
}

export const separator = (glyphs: Glyphs): string => (glyphs.bar === '#' ? ' - ' : ' · ');

function measureSpans({ name, value, delta, better }: Measure): Span[] {
  const tone = better === null ? 'dim' : better ? 'green' : 'red';
  const moved = delta ? [span(` (${delta > 0 ? '+' : ''}${delta})`, tone)] : [];
  return [span(`${name} `, 'dim'), span(value), ...moved];
}

/** Cost, else tokens; and everything that has a limit. */
function spentSpans({ spent }: View): Span[] {
  const { costUsd, estimated, tokens, agentMs, maxCostUsd, maxTokens, maxAgentMinutes } = spent;
  const parts: string[] = [];
  if (costUsd !== null && (costUsd > 0 || maxCostUsd !== null)) {
    const of = maxCostUsd === null ? '' : ` of $${maxCostUsd}`;
    parts.push(`${dollars(costUsd, false)}${estimated ? ' (estimated)' : ''}${of}`);
  }
  if (tokens !== null && (tokens > 0 || maxTokens !== null) && (costUsd === null || maxTokens !== null)) {
    parts.push(`${tokenCount(tokens)}${maxTokens === null ? '' : ` of ${maxTokens}`}`);
  }
  if (maxAgentMinutes !== null) parts.push(`agent ${clock(agentMs)} of ${maxAgentMinutes} min`);
  return parts.map((part) => span(part));
}

/** `1:04`, `2:01:04`: whole seconds, so that the line does not flicker. */
export function clock(ms: number): string {
  return countdown(Math.floor(ms / 1000) * 1000);
}
