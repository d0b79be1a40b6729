import type { LoopFinding } from '../core/finding.ts';
import type { IterationState, LoopState } from '../core/state.ts';
import type { Verdict } from '../core/verdict.ts';
import { escapeXml as xml } from './xml.ts';

/** JUnit XML of one iteration: its criteria, and what the guard found, as cases. */
export function loopJunit(state: LoopState, iteration: IterationState): string {
  const criteria = (iteration.verdicts ?? []).map((verdict) => criterionCase(state, verdict));
  const findings = (iteration.findings ?? []).map(findingCase);
  const suites = [suite('criteria', criteria), ...(findings.length > 0 ? [suite('guard', findings)] : [])];
  const all = [...criteria, ...findings];
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
  outcome: 'pass' | 'fail' | 'error';
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

function findingCase(finding: LoopFinding): Case {
  const place = finding.after ?? finding.before;
  const name = `${finding.pattern} ${place ? `${place.path}:${place.line}` : ''} (${finding.id})`;
  const detail = xml(`${finding.excerptBefore}\n→\n${finding.excerptAfter}\n${finding.fix}`);
  const body = finding.blocking
    ? `<failure type="${xml(finding.type)}" message="${xml(finding.why)}">${detail}</failure>`
    : `<system-out>${xml(finding.why)}</system-out>`;
  return { ...aCase(`jumar.${finding.type}`, name, body, 0), outcome: finding.blocking ? 'fail' : 'pass', seconds: 0 };
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
  return `tests="${cases.length}" failures="${of('fail')}" errors="${of('error')}" time="${seconds}"`;
}
