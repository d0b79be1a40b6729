import type { iterationDeltas } from '../../core/metrics/deltas.ts';
import { type Metrics, metricValue } from '../../core/metrics/metrics.ts';
import { isSevere } from '../../core/metrics/severity.ts';
import type { IterationState } from '../../core/state/state.ts';
import type { Recommendation, Thought } from './tracker-messages.ts';

const SHOWN = ['test_count', 'tests_passed', 'pass_rate', 'coverage', 'error_count', 'complexity'] as const;

/** How the judgement was reached, from recorded facts: what was asked, measured, moved, alarming, and what follows. */
export function thoughtsOn(
  { n, parent, metrics, alerts, classification }: IterationState,
  { previous }: ReturnType<typeof iterationDeltas>,
  { action, reason }: Recommendation,
): Thought[] {
  const moved = SHOWN.flatMap((name) => (previous?.[name] ? [`${name} ${signed(previous[name])}`] : []));
  const goal = n === 0 ? 'Capture iteration 0 before any change' : `Assess iteration ${n} against iteration ${parent}`;
  const since = n === 0 ? 'Every later iteration is compared with this one' : `${moved.join(', ') || 'Nothing moved'}`;
  return [
    { type: 'goal', text: goal },
    { type: 'extraction', text: metrics ? measuredText(metrics) : 'Nothing was measured' },
    { type: 'reasoning', text: `${since}: ${classification}` },
    ...alerts
      .filter(({ severity }) => isSevere(severity))
      .map(({ message, severity }): Thought => ({ type: 'exception', text: `${message} (${severity})` })),
    { type: 'synthesis', text: `${action}: ${reason}` },
  ];
}

function measuredText(metrics: Metrics): string {
  const known = SHOWN.flatMap((name) => {
    const value = metricValue(metrics, name);
    return value === null ? [] : [`${name}=${value}`];
  });
  return known.join(', ') || 'Nothing is known';
}

const signed = (value: number) => `${value > 0 ? '+' : ''}${value}`;
