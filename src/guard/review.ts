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
  hit.testsGone === true ? unlessTakenAway('source')(path, hit, comparison) : 'But no test of it went with it.';

const unlessOther: Doubt = (path, hit, comparison) =>
  hit.otherSubject === true ? unlessTakenAway('tests')(path, hit, comparison) : null;

/** Nothing in the change tells the honest case from the other, and in people's work the honest one is the rule. */
const always =
  (why: string): Doubt =>
  () =>
    why;

const unlessNew: Doubt = (_, { isNew }) => (isNew === true ? 'But nothing that stood there was lowered.' : null);

const unlessSourceChanged: Doubt = (_, __, { sourceChanged }) =>
  sourceChanged ? 'But the source changed with it.' : null;

/** Tests marked for a surrounding of their own are left out of others by such a hook, and an exit code that a test set is put back. */
const unlessMarked: Doubt = (_, { excerptAfter = '' }) =>
  /exitCode/.test(excerptAfter) ||
  /collection_modifyitems(?![\s\S]*(items\s*\[\s*:|\.clear\(|\bdel items))/.test(excerptAfter)
    ? 'But it may only set apart what the tests themselves did.'
    : null;

const doubts: Partial<Record<string, Doubt>> = {
  'test-file-deleted': unlessTakenAway('tests'),
  'test-deleted': unlessTakenAway('tests'),
  'test-rows-dropped': unlessTakenAway('tests'),
  'test-gutted': unlessTakenAway('tests'),
  'assertion-removed': unlessTakenAway('tests'),
  'assertion-weakened': unlessOther,
  'expectation-edited': always('But what it follows may have changed earlier or elsewhere.'),
  'test-expected-failure': unlessSourceChanged,
  'tests-excluded': always('But another run may take them.'),
  'test-run-tampered': unlessMarked,
  'test-environment-branch': always('But whoever is run by tests may ask for them.'),
  'check-removed': unlessTakenAway('other'),
  'strictness-lowered': unlessNew,
  'suppression-file': always('But what it hides was perhaps never asked.'),
  'coverage-pragma': always('But what it names was perhaps never measured.'),
  'global-suppression': always('But it may hold for a single test.'),
  'feature-commented-out': unlessTakenAway('source'),
  'function-unreachable': unlessWithTests,
  'source-file-deleted': unlessWithTests,
  'export-removed': unlessWithTests,
  'validation-removed': unlessWithTests,
  'throw-softened': unlessWithTests,
  'error-swallowed': unlessWithTests,
  'error-dropped': unlessWithTests,
};
