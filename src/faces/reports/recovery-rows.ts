import type { LoopState, Recovery } from '../../core/state/state.ts';

export interface RecoveryRow {
  attempt: string;
  /** The iteration after which it started. */
  iteration: string;
  trigger: string;
  /** The root cause, and the confidence of the diagnosis. */
  cause: string;
  /** What the retry changed, or why there was none. */
  adapted: string;
  retry: string;
  outcome: string;
}

export const recoveryHead = ['#', 'After', 'Trigger', 'Root cause', 'Adapted', 'Retry', 'Outcome'];

/** Every recovery of a loop: trigger, diagnosis, changes and outcome. */
export function recoveryRows(state: LoopState): RecoveryRow[] {
  return state.recoveries.map((one) => ({
    attempt: String(one.attempt),
    iteration: `#${one.iteration}`,
    trigger: one.trigger,
    cause: causeText(one),
    adapted: adaptedText(one),
    retry: one.retryIteration === null ? '' : `#${one.retryIteration}${retryWord(one)}`,
    outcome: outcomeText(state, one),
  }));
}

/** One short line each, for the end: `1 after #3 (stalled): different-approach, retry #4 failed`. */
export function recoveryLines(state: LoopState): string[] {
  return state.recoveries.map((one) => {
    const retry = one.retryIteration === null ? '' : `, retry #${one.retryIteration} ${retryOutcome(one) ?? ''}`;
    const escalation = one.at.escalate === null ? '' : ', asks a person';
    const how = one.strategy ?? adaptedText(one);
    return `${one.attempt} after #${one.iteration} (${one.trigger}): ${how}${retry.replace(/success$/, 'helped')}${escalation}`;
  });
}

/** The recoveries of an iteration: the one it triggered, and the one it is a retry of. */
export function recoveriesOf(state: LoopState, n: number): string[] {
  const started = state.recoveries.findLast(({ iteration }) => iteration === n);
  const retryOf = state.recoveries.findLast(({ retryIteration }) => retryIteration === n);
  return [
    ...(retryOf ? [`retry of recovery ${retryOf.attempt} (${retryOf.strategy}): ${outcomeText(state, retryOf)}`] : []),
    ...(started
      ? [
          `recovery ${started.attempt} started (${started.trigger}): ${causeText(started)}`,
          `adapted: ${adaptedText(started)} (${started.reason})`,
        ]
      : []),
  ];
}

/** The outcome of a judged retry; an escalation means that it failed. */
export function retryOutcome({ outcome, retryIteration }: Recovery): 'success' | 'failed' | null {
  if (retryIteration === null || outcome === null) return null;
  return outcome === 'success' ? 'success' : 'failed';
}

/** The outcome, including `aborted` if the loop was aborted before the retry. */
export function recoveryOutcome({ ended }: LoopState, { outcome }: Recovery): Recovery['outcome'] | 'aborted' {
  return outcome ?? (ended?.ending === 'aborted' ? 'aborted' : null);
}

const causeText = ({ rootCause, confidence }: Recovery) => `${rootCause} (confidence ${confidence})`;

function adaptedText({ strategy, changes, at }: Recovery): string {
  if (strategy !== null) return changes.length > 0 ? `${strategy}: ${changes.join('; ')}` : strategy;
  return at.adapt === null ? 'nothing yet' : 'nothing was tried';
}

function retryWord(one: Recovery): string {
  const outcome = retryOutcome(one);
  return outcome === null ? '' : ` (${outcome})`;
}

function outcomeText(state: LoopState, one: Recovery): string {
  const outcome = recoveryOutcome(state, one);
  if (outcome === null) return state.ended ? 'the loop ended before its retry' : 'in progress';
  return outcome === 'escalated' ? `asks a person: ${one.escalation ?? one.reason}` : outcome;
}
