import type { LoopState } from '../../core/state/state.ts';
import { recoveryHistory } from '../reports/recovery-history.ts';
import type { ExportedLoop } from './schema.ts';

type Fields = Pick<
  ExportedLoop,
  'reinforcement_level' | 'reinforcement_history' | 'recovery_attempts' | 'recovery_history'
>;

export function recoveryFields(state: LoopState): Fields {
  const { reinforcement, reinforcementHistory, recoveries } = state;
  return {
    reinforcement_level: reinforcement,
    reinforcement_history: [...beginning(state), ...reinforcementHistory].map(
      ({ at, iteration, from, to, reason }) => ({
        timestamp: iso(at),
        iteration,
        from_level: from,
        to_level: to,
        reason,
      }),
    ),
    recovery_attempts: recoveries.length,
    recovery_history: recoveryHistory(state),
  };
}

/** The level of the first prompt, as a change from none. */
function beginning({ createdAt, reinforcement, reinforcementHistory }: LoopState) {
  const to = reinforcementHistory[0]?.from ?? reinforcement;
  const first = { at: createdAt, iteration: 1, from: 'OFF' as const, to, reason: 'the loop began' };
  return to === 'OFF' ? [] : [first];
}

/** The outcome of the recovery after an iteration; `skipped` if there was only a rollback. */
export function recoveryOutcomeOf(state: LoopState, n: number) {
  const recovery = state.recoveries.find(({ iteration }) => iteration === n);
  return recovery ? recovery.outcome : 'skipped';
}

const iso = (at: number) => new Date(at).toISOString();
