import type { Comparison } from './compare.ts';
import { isTakenAway, type Side } from './taken-away.ts';
import type { Finding, Hit } from './types.ts';

/**
 * What a finding is worth where other people's work is reviewed: there rewriting is daily and cheating rare, and a loss known only by what is
 * missing is most often a rewrite. It blocks where its side of the change was taken away, and warns otherwise. In a loop it blocks either way:
 * an agent is told to leave the checks alone, and what was honest a person approves.
 */
export function asReviewed(finding: Finding, hit: Hit, comparison: Comparison): Finding {
  if (finding.severity !== 'critical' && finding.severity !== 'high') return finding;
  const doubt = doubts[finding.pattern]?.(finding.before?.path ?? '', hit, comparison) ?? null;
  return doubt === null ? finding : { ...finding, severity: 'medium', why: `${finding.why} ${doubt}` };
}

type Doubt = (path: string, hit: Hit, comparison: Comparison) => string | null;

const unlessTakenAway =
  (side: Side): Doubt =>
  (path, _, comparison) =>
    isTakenAway(path, side, comparison) ? null : 'But much was written in the same change that may stand for it.';

const unlessWithTests: Doubt = (path, hit, comparison) =>
  hit.testsGone === true ? unlessTakenAway('source')(path, hit, comparison) : alone();

const alone = (): string => 'But no test of it went with it.';

/** A library for tests, and what is run by one, asks for it by name without being under test. */
const unlessAsked: Doubt = (_, { excerptAfter = '' }) =>
  /^typeof |Class \. forName|MOCHA|PLAYWRIGHT|CYPRESS/.test(excerptAfter)
    ? 'But it only asks for a test library.'
    : null;

const unlessOther: Doubt = (path, hit, comparison) =>
  hit.otherSubject === true ? unlessTakenAway('tests')(path, hit, comparison) : null;

const doubts: Partial<Record<string, Doubt>> = {
  'test-file-deleted': unlessTakenAway('tests'),
  'test-deleted': unlessTakenAway('tests'),
  'test-rows-dropped': unlessTakenAway('tests'),
  'test-gutted': unlessTakenAway('tests'),
  'assertion-removed': unlessTakenAway('tests'),
  'assertion-weakened': unlessOther,
  'test-environment-branch': unlessAsked,
  'check-removed': unlessTakenAway('other'),
  'source-file-deleted': unlessWithTests,
  'export-removed': unlessWithTests,
  'validation-removed': unlessWithTests,
  'throw-softened': unlessWithTests,
  'error-swallowed': unlessWithTests,
  'error-dropped': unlessWithTests,
};
