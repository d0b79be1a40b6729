import type { Finding } from '../../../app/audit.ts';
import type { IterationState, LoopState } from '../../../core/state/state.ts';
import { type ShownRaised, shownRaised } from '../shown-raised.ts';
import { type SarifResult, sarifText } from './sarif.ts';

const levels = { holds: 'error', warns: 'warning', settled: 'note' } as const;

/** SARIF of all that was raised in one iteration, in the form of `jumar audit --format sarif`. */
export function loopSarif(state: LoopState, iteration: IterationState): string {
  return sarifText(shownRaised(state, iteration).map(asResult), []);
}

function asResult(shown: ShownRaised): SarifResult {
  const { raised, finding, tests, standing, word } = shown;
  const warning = raised.severity === 'low' ? 'note' : 'warning';
  return {
    finding: finding ? { ...finding, type: finding.type as Finding['type'] } : measured(raised, tests),
    level: standing === 'warns' ? warning : levels[standing],
    suppressed: word === null ? null : { kind: 'external', justification: word },
  };
}

/** What was measured has no place in the code, and no text before and after. */
function measured({ key, type, severity, place, text }: ShownRaised['raised'], tests: readonly string[]) {
  const fix = tests.length > 0 ? `Tests: ${tests.join(', ')}` : '';
  return { id: key, pattern: type, type, severity, confidence: 1, before: null, after: place, why: text, fix };
}
