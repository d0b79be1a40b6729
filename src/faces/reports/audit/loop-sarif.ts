import type { Finding } from '../../../app/audit.ts';
import type { IterationState, LoopState } from '../../../core/state/state.ts';
import { looseningTexts } from '../human-decisions.ts';
import { type ReportedAlert, reportedAlerts } from '../reported-alerts.ts';
import { type SarifResult, sarifText } from './sarif.ts';

const levels = { holds: 'error', warns: 'warning', settled: 'note' } as const;

/** SARIF of all losses of one iteration, and of what a person loosened, in the format of `jumar audit --format sarif`. */
export function loopSarif(state: LoopState, iteration: IterationState): string {
  return sarifText([...reportedAlerts(state, iteration).map(asResult), ...looseningTexts(state).map(asLoosening)], []);
}

function asLoosening(text: string): SarifResult {
  const type = 'loosened-settings';
  const why = `A person loosened a setting while the loop ran: ${text}`;
  const finding = {
    id: `${type}:${text}`,
    pattern: type,
    type,
    severity: 'medium',
    confidence: 1,
    before: null,
    after: null,
    why,
    fix: '',
  } as const;
  return { finding, level: 'warning', suppressed: null };
}

function asResult(reported: ReportedAlert): SarifResult {
  const { alert, others, finding, tests, status, reason } = reported;
  const warning = alert.severity === 'low' ? 'note' : 'warning';
  const found = finding ? { ...finding, type: finding.type as Finding['type'] } : asFinding(alert, tests);
  return {
    finding: { ...found, why: others.length === 0 ? found.why : [found.why.replace(/\.$/, ''), ...others].join('; ') },
    level: status === 'warns' ? warning : levels[status],
    suppressed: reason === null ? null : { kind: 'external', justification: reason },
  };
}

/** A metric alert as a finding, without code excerpts. */
function asFinding({ key, type, severity, place, text }: ReportedAlert['alert'], tests: readonly string[]) {
  const fix = tests.length > 0 ? `Tests: ${tests.join(', ')}` : '';
  return { id: key, pattern: type, type, severity, confidence: 1, before: null, after: place, why: text, fix };
}
