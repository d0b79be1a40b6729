import type { Verdict } from '../../core/criteria/verdict.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';
import { looseningTexts } from './human-decisions.ts';
import { type ReportedAlert, reportedAlerts } from './reported-alerts.ts';
import { escapeXml as xml } from './xml.ts';

/** JUnit XML of one iteration: a case for each criterion, each loss and each loosened setting. */
export function loopJunit(state: LoopState, iteration: IterationState): string {
  const criteria = (iteration.verdicts ?? []).map((verdict) => criterionCase(state, verdict));
  const reported = reportedAlerts(state, iteration);
  const guard = reported.filter(({ alert }) => alert.source === 'guard').map(alertCase);
  const metricCases = reported.filter(({ alert }) => alert.source !== 'guard').map(alertCase);
  const loosened = looseningTexts(state).map(looseningCase);
  const suites = [
    suite('criteria', criteria),
    ...(guard.length > 0 ? [suite('guard', guard)] : []),
    ...(metricCases.length > 0 ? [suite('alerts', metricCases)] : []),
    ...(loosened.length > 0 ? [suite('settings', loosened)] : []),
  ];
  const all = [...criteria, ...guard, ...metricCases, ...loosened];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(`jumar ${state.id} #${iteration.n}`)}" ${counts(all)}>`,
    ...suites.flat(),
    '</testsuites>',
    '',
  ].join('\n');
}

interface Case {
  text: string;
  outcome: 'pass' | 'fail' | 'error' | 'skip';
  seconds: number;
}

function criterionCase(state: LoopState, verdict: Verdict): Case {
  const name = state.criteria.find(({ id }) => id === verdict.criterion)?.text ?? verdict.criterion;
  const outcome = verdict.outcome === 'unmeasured' ? 'error' : verdict.outcome;
  const tag = outcome === 'fail' ? 'failure' : 'error';
  const body = outcome === 'pass' ? '' : `<${tag} message="${xml(verdict.reason)}">${xml(verdict.excerpt)}</${tag}>`;
  const seconds = verdict.durationMs / 1000;
  return { ...aCase('jumar.criteria', name, body, seconds), outcome, seconds };
}

/** A blocking alert fails; a settled one is a skipped case with the reason. */
function alertCase({ alert, others, finding, tests, status, reason }: ReportedAlert): Case {
  const { key, pattern, type, place, text } = alert;
  const where = place ? ` ${place.path}:${place.line}` : '';
  const name = `${pattern ?? type}${where} (${finding?.id ?? key})`;
  const own = finding ? [finding.excerptBefore, '→', finding.excerptAfter, finding.fix] : tests;
  const detail = [...own, ...others].join('\n');
  const body = {
    holds: `<failure type="${xml(type)}" message="${xml(text)}">${xml(detail)}</failure>`,
    settled: `<skipped message="${xml(reason ?? '')}"/><system-out>${xml([text, ...others].join('\n'))}</system-out>`,
    warns: `<system-out>${xml([text, ...others].join('\n'))}</system-out>`,
  }[status];
  const outcome = ({ holds: 'fail', settled: 'skip', warns: 'pass' } as const)[status];
  return { ...aCase(`jumar.${type}`, name, body, 0), outcome, seconds: 0 };
}

/** Nothing fails: a person said so. */
function looseningCase(text: string): Case {
  const body = `<skipped message="${xml('a person loosened a setting while the loop ran')}"/>`;
  return { ...aCase('jumar.settings', text, body, 0), outcome: 'skip', seconds: 0 };
}

function aCase(group: string, name: string, body: string, seconds: number): { text: string } {
  const attributes = `classname="${xml(group)}" name="${xml(name)}" time="${seconds.toFixed(3)}"`;
  return { text: `    <testcase ${attributes}>${body}</testcase>` };
}

function suite(name: string, cases: readonly Case[]): string[] {
  return [`  <testsuite name="${name}" ${counts(cases)}>`, ...cases.map(({ text }) => text), '  </testsuite>'];
}

function counts(cases: readonly Case[]): string {
  const of = (outcome: Case['outcome']) => cases.filter((one) => one.outcome === outcome).length;
  const seconds = cases.reduce((sum, one) => sum + one.seconds, 0).toFixed(3);
  return `tests="${cases.length}" failures="${of('fail')}" errors="${of('error')}" skipped="${of('skip')}" time="${seconds}"`;
}
