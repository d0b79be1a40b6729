import type { Comparison } from './compare.ts';
import {
  unlessClaimTaken,
  unlessConverted,
  unlessFewLines,
  unlessGutted,
  unlessHollow,
  unlessRewritten,
  unlessSeveral,
} from './review/claims.ts';
import {
  always,
  type Doubt,
  either,
  isAlways,
  unlessDoubted,
  unlessNew,
  unlessSourceChanged,
  unlessTakenAway,
  unlessWorkedOver,
} from './review/doubt.ts';
import {
  unlessConditional,
  unlessElsewhere,
  unlessFaked,
  unlessLeftOver,
  unlessRowsTaken,
  unlessTestsTaken,
} from './review/lost-tests.ts';
import { unlessItself, unlessLower, unlessProgram, unlessPutAside, unlessRunElsewhere } from './review/settings.ts';
import { unlessMissed, unlessPlaceholder, unlessTelling, unlessWithTests } from './review/source.ts';
import type { Finding, Hit } from './types.ts';

/**
 * What a finding is worth where other people's work is reviewed: there rewriting is daily and cheating rare, and a loss known only by what is
 * missing is most often a rewrite. It blocks where its side of the change was taken away, and warns otherwise. In a loop it blocks either way:
 * an agent is told to leave the checks alone, and what was honest a person approves.
 */
export function asReviewed(finding: Finding, hit: Hit, comparison: Comparison): Finding {
  if (finding.severity !== 'critical' && finding.severity !== 'high') return finding;
  const path = finding.before?.path ?? finding.after?.path ?? '';
  const doubt = example.test(path)
    ? 'But it is an example.'
    : generated.test(path)
      ? 'But it was made from other files.'
      : doubts[finding.pattern]?.(path, hit, comparison);
  return doubt === null || doubt === undefined
    ? finding
    : { ...finding, severity: 'medium', strict: finding.severity, why: `${finding.why} ${doubt}`.trimEnd() };
}

/** Whatever it found, a review only warns of it. */
export const warnsInReview = (pattern: string): boolean => isAlways(doubts[pattern]);

/** Folders that show how the product is used. */
const example = /(^|[/_-])(examples?|samples?|demos?|docs)([_-][^/]*)?\//;

/** Folders of what a tool writes. */
const generated = /(^|\/)([\w-]+[-_])?gen(erated)?([-_](src|sources|code))?\//;

const doubts: Partial<Record<string, Doubt>> = {
  'test-file-deleted': unlessTestsTaken,
  'test-deleted': unlessTestsTaken,
  'test-rows-dropped': unlessRowsTaken,
  'test-skipped': unlessDoubted,
  'test-commented-out': unlessLeftOver,
  'test-gutted': either(unlessWorkedOver('tests'), unlessGutted),
  'test-unreachable': unlessConditional,
  'assertion-swallowed': unlessWorkedOver('tests'),
  'assertion-removed': either(unlessClaimTaken, unlessSeveral),
  'assertion-weakened': either(unlessRewritten, unlessFewLines, unlessHollow),
  'assertion-trivial': either(unlessConverted, unlessWorkedOver('tests')),
  'special-cased-tests': either(unlessTelling, unlessNew),
  'script-neutralised': either(unlessProgram, unlessWorkedOver('other')),
  'expectation-edited': always('But what it follows may have changed earlier or elsewhere.'),
  'test-expected-failure': either(unlessSourceChanged, unlessWorkedOver('tests')),
  'test-uncollected': either(unlessElsewhere, unlessWorkedOver('tests')),
  'test-focused': unlessNew,
  'tests-excluded': always('But another run may take them.'),
  'test-run-tampered': unlessFaked,
  'test-file-disabled': unlessPutAside,
  'failure-ignored': either(unlessNew, unlessDoubted, unlessWorkedOver('other')),
  'test-environment-branch': always('But whoever is run by tests may ask for them.'),
  'check-removed': either(unlessNew, unlessItself, unlessRunElsewhere),
  'strictness-lowered': either(unlessDoubted, unlessNew, unlessWorkedOver('other')),
  'lint-rule-off': always('But the configuration as a whole may ask for as much.'),
  'coverage-threshold-lowered': unlessLower,
  'coverage-excluded': always('But what it names was perhaps never measured.'),
  'suppression-file': always('But what it hides was perhaps never asked.'),
  'coverage-pragma': always('But what it names was perhaps never measured.'),
  'global-suppression': always('But it may hold for a single test.'),
  'feature-commented-out': unlessTakenAway('source'),
  'function-stubbed': unlessPlaceholder,
  'function-unreachable': unlessWithTests,
  'source-file-deleted': either(unlessMissed, unlessWithTests),
  'export-removed': either(unlessMissed, unlessWithTests),
  'validation-removed': always('But the same may be checked in other words.'),
  'throw-softened': always('But the same may be checked in other words.'),
  'error-swallowed': always('But the same may be checked in other words.'),
  'error-dropped': always('But the same may be checked in other words.'),
};
