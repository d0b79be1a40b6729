import { isSevere } from '../../core/metrics/severity.ts';
import type { TreeComparison } from '../align/compare.ts';
import type { Finding, Hit } from '../finding/types.ts';
import {
  doubtGuttedTest,
  doubtIfImportsChanged,
  doubtIfManyLines,
  doubtIfPartlyPinned,
  doubtIfRewritten,
  doubtIfSingle,
  doubtRemovedAssertion,
} from './claims.ts';
import {
  alwaysDoubt,
  type Doubt,
  doubtIfNew,
  doubtIfReplaced,
  doubtIfReworked,
  doubtIfSourceChanged,
  doubtOfPattern,
  firstDoubt,
  isUnconditional,
} from './doubt.ts';
import {
  doubtIfCollectedElsewhere,
  doubtIfConditional,
  doubtIfFileRewritten,
  doubtLostRows,
  doubtLostTests,
  doubtUnlessOutcomeSet,
} from './lost-tests.ts';
import {
  doubtIfRunElsewhere,
  doubtIfScript,
  doubtIfThresholdRemoved,
  doubtManualChecks,
  doubtUnlessDisabledName,
} from './settings.ts';
import { doubtIfCommonValue, doubtStub, doubtUnlessStillUsed, doubtUnlessTestsLost } from './source.ts';

/**
 * The severity of a finding when reviewing other people's work. There, rewriting is common and cheating rare, and code
 * that merely seems to be missing was usually rewritten. A finding blocks if its side of the change only removed code, and
 * warns otherwise. In a loop it always blocks: the agent was instructed to leave the checks alone, and a person can
 * approve honest changes.
 */
export function asReviewed(finding: Finding, hit: Hit, comparison: TreeComparison): Finding {
  if (!isSevere(finding.severity)) return finding;
  const path = finding.before?.path ?? finding.after?.path ?? '';
  const doubt = example.test(path)
    ? 'But it is an example.'
    : generated.test(path)
      ? 'But it is generated.'
      : doubts[finding.pattern]?.(path, hit, comparison);
  return doubt === null || doubt === undefined
    ? finding
    : { ...finding, severity: 'medium', strict: finding.severity, why: `${finding.why} ${doubt}`.trimEnd() };
}

/** A review never blocks on this pattern. */
export const warnsInReview = (pattern: string): boolean => isUnconditional(doubts[pattern]);

/** Folders that show how the product is used. */
const example = /(^|[/_-])(examples?|samples?|demos?|docs)([_-][^/]*)?\//;

/** Folders with generated code. */
const generated = /(^|\/)([\w-]+[-_])?gen(erated)?([-_](src|sources|code))?\//;

const doubts: Partial<Record<string, Doubt>> = {
  'test-file-deleted': doubtLostTests,
  'test-deleted': doubtLostTests,
  'test-rows-dropped': doubtLostRows,
  'test-skipped': doubtOfPattern,
  'test-commented-out': doubtIfFileRewritten,
  'test-gutted': firstDoubt(doubtIfReworked('tests'), doubtGuttedTest),
  'test-unreachable': doubtIfConditional,
  'assertion-swallowed': doubtIfReworked('tests'),
  'assertion-removed': firstDoubt(doubtRemovedAssertion, doubtIfSingle),
  'assertion-weakened': firstDoubt(doubtIfRewritten, doubtIfManyLines, doubtIfPartlyPinned),
  'assertion-trivial': firstDoubt(doubtIfImportsChanged, doubtIfReworked('tests')),
  'special-cased-tests': firstDoubt(doubtIfCommonValue, doubtIfNew),
  'answers-to-tests': alwaysDoubt('But the product may need these values.'),
  'asks-caller': alwaysDoubt('But code that logs or loads others may ask.'),
  'source-reads-tests': alwaysDoubt('But code that runs tests may read them.'),
  'script-neutralised': firstDoubt(doubtIfScript, doubtIfReworked('other')),
  'expectation-edited': alwaysDoubt('But its cause may have changed earlier or elsewhere.'),
  'test-expected-failure': firstDoubt(doubtIfSourceChanged, doubtIfReworked('tests')),
  'test-uncollected': firstDoubt(doubtIfCollectedElsewhere, doubtIfReworked('tests')),
  'test-focused': doubtIfNew,
  'tests-excluded': alwaysDoubt('But another run may include them.'),
  'test-run-tampered': doubtUnlessOutcomeSet,
  'test-file-disabled': doubtUnlessDisabledName,
  'failure-ignored': firstDoubt(doubtIfNew, doubtOfPattern, doubtIfReworked('other')),
  'test-environment-branch': alwaysDoubt('But code that tests run may check for them.'),
  'check-removed': firstDoubt(doubtIfNew, doubtManualChecks, doubtIfRunElsewhere),
  'strictness-lowered': firstDoubt(doubtOfPattern, doubtIfNew, doubtIfReworked('other')),
  'lint-rule-off': alwaysDoubt('But the configuration as a whole may be as strict.'),
  'coverage-threshold-lowered': doubtIfThresholdRemoved,
  'coverage-excluded': alwaysDoubt('But that code may never have been measured.'),
  'suppression-file': alwaysDoubt('But that may never have been checked.'),
  'coverage-pragma': alwaysDoubt('But that code may never have been measured.'),
  'global-suppression': alwaysDoubt('But it may apply to a single test.'),
  'feature-commented-out': doubtIfReplaced('source'),
  'function-stubbed': doubtStub,
  'function-unreachable': doubtUnlessTestsLost,
  'source-file-deleted': firstDoubt(doubtUnlessStillUsed, doubtUnlessTestsLost),
  'export-removed': firstDoubt(doubtUnlessStillUsed, doubtUnlessTestsLost),
  'validation-removed': alwaysDoubt('But the same may be checked in another form.'),
  'throw-softened': alwaysDoubt('But the same may be checked in another form.'),
  'error-swallowed': alwaysDoubt('But the same may be checked in another form.'),
  'error-dropped': alwaysDoubt('But the same may be checked in another form.'),
};
