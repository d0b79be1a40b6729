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

const unlessWithTests: Doubt = (path, hit, comparison) => {
  if (hit.testsGone !== true) return 'But no test of it went with it.';
  return takesDependency(comparison)
    ? 'But a dependency that came with the change may do its work.'
    : unlessTakenAway('source')(path, hit, comparison);
};

/** "Not implemented" needs no evidence. */
const unlessPlaceholder: Doubt = (path, hit, comparison) =>
  hit.testsGone === undefined ? null : unlessWithTests(path, hit, comparison);

/** The manifest names something that it did not name. */
const takesDependency = ({ input }: Comparison): boolean =>
  input.changes.some(({ path, before, after }) => {
    const entry = manifests.find(([file]) => file.test(path))?.[1];
    const had = new Set(before?.match(entry ?? /$^/gm) ?? []);
    return (after?.match(entry ?? /$^/gm) ?? []).some((one) => before !== null && !had.has(one));
  });

/** Names of dependencies, without their versions. */
const manifests: [RegExp, RegExp][] = [
  [/(^|\/)package\.json$/, /"[@\w./-]+"(?=: "(?:[~^>=]|\d|workspace|npm:|latest))/g],
  [/(^|\/)pom\.xml$/, /<artifactId>[^<]+/g],
  [/(^|\/)build\.gradle(\.kts)?$/, /\b(?:api|implementation|compile)\b[ (]["'][\w.-]+:[\w.-]+/g],
  [
    /(^|\/)(pyproject\.toml|setup\.(cfg|py)|requirements[\w.-]*\.txt)$/,
    /^[\s"']*[A-Za-z][\w.-]+(?=\s*(?:\[[\w,]+\])?\s*[><=~])/gm,
  ],
  [/(^|\/)go\.mod$/, /^\s*(?:require )?[\w.-]+\.[\w./-]+(?= v\d)/gm],
  [/(^|\/)Cargo\.toml$/, /^[\w-]+(?= = (?:"\d|\{))/gm],
];

/** Nothing in the change tells the honest case from the other, and in people's work the honest one is the rule. */
const always =
  (why: string): Doubt =>
  () =>
    why;

const unlessNew: Doubt = (_, { isNew }) => (isNew === true ? 'But nothing that stood there lost by it.' : null);

/** With changed source, or among new claims, the same may be claimed in other words. */
const unlessRewritten: Doubt = (path, hit, comparison) =>
  hit.amongNew === true ? 'But the test newly claims other things.' : unlessSourceChanged(path, hit, comparison);

const unlessSourceChanged: Doubt = (_, __, { sourceChanged }) =>
  sourceChanged ? 'But the source changed with it.' : null;

const doubts: Partial<Record<string, Doubt>> = {
  'test-file-deleted': unlessTakenAway('tests'),
  'test-deleted': unlessTakenAway('tests'),
  'test-rows-dropped': unlessTakenAway('tests'),
  'test-gutted': unlessTakenAway('tests'),
  'assertion-removed': unlessTakenAway('tests'),
  'assertion-weakened': unlessRewritten,
  'expectation-edited': always('But what it follows may have changed earlier or elsewhere.'),
  'test-expected-failure': unlessSourceChanged,
  'test-focused': unlessNew,
  'tests-excluded': always('But another run may take them.'),
  'test-run-tampered': always('But set-up of tests does such things honestly too.'),
  'test-file-disabled': always('But a runner may be told to find it.'),
  'failure-ignored': unlessNew,
  'test-environment-branch': always('But whoever is run by tests may ask for them.'),
  'check-removed': unlessTakenAway('other'),
  'strictness-lowered': unlessNew,
  'lint-rule-off': always('But the configuration as a whole may ask for as much.'),
  'coverage-excluded': always('But what it names was perhaps never measured.'),
  'suppression-file': always('But what it hides was perhaps never asked.'),
  'coverage-pragma': always('But what it names was perhaps never measured.'),
  'global-suppression': always('But it may hold for a single test.'),
  'feature-commented-out': unlessTakenAway('source'),
  'function-stubbed': unlessPlaceholder,
  'function-unreachable': unlessWithTests,
  'source-file-deleted': unlessWithTests,
  'export-removed': unlessWithTests,
  'validation-removed': unlessWithTests,
  'throw-softened': unlessWithTests,
  'error-swallowed': unlessWithTests,
  'error-dropped': unlessWithTests,
};
