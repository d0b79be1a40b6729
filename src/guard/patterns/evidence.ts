import type { TestCase } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import type { LostTest, TestPair } from '../align/tests.ts';
import { because } from '../finding/circumstances.ts';
import { saying } from '../finding/loss.ts';
import type { Harm } from '../finding/reasons.ts';
import type { Loss } from '../finding/types.ts';

/**
 * Whether tests back up a loss in the source: a test that names it lost something in the same change. Tests in the deleted
 * file itself do not count. A removed feature only warns without; in a review, so does a check that may exist in another form.
 */
export function addTestEvidence(
  loss: Loss,
  subjects: readonly string[],
  comparison: TreeComparison,
  deletedFile?: string,
): Loss {
  const evidence = evidenceFor(subjects, comparison, deletedFile);
  return evidence === null
    ? because(loss, 'no-test-misses-it')
    : because(
        saying(loss, ['test-harmed', evidence.test, evidence.name, evidence.harm]),
        evidence.isDeleted ? 'lost-its-tests' : 'its-tests-weakened',
      );
}

/** Catalogue text for checks that may exist in another form. */
export const reviewNote = 'In a review it only warns.';

/** Catalogue text for removed features. */
export const onlyWarnsNote =
  'Only warns unless a test that names the function is removed, skipped or weakened in the same change.';

/** A test that names one of these functions and lost something in the same change, or null. Deleted tests come first. */
function evidenceFor(
  subjects: readonly string[],
  comparison: TreeComparison,
  deletedFile?: string,
): { test: string; name: string; harm: Harm; isDeleted: boolean } | null {
  const distinctiveNames = subjects.filter((name) => /^[A-Za-z_$][\w$]{2,}$/.test(name));
  if (distinctiveNames.length === 0) return null;
  for (const { test, harm, path } of harmedTests(comparison)) {
    if (path === deletedFile) continue;
    const name = distinctiveNames.find((one) => test.calls.has(one) || test.tokens.includes(one));
    if (name !== undefined)
      return {
        test: test.name,
        name,
        harm,
        isDeleted: harm === 'gone' && !wasConditional(test) && !commonNames.test(name) && isAbout(name, test, path),
      };
  }
  return null;
}

/**
 * May never have run: the change does not show if its condition was met. A build tag on the whole file does not count, as
 * that is one way to build the product.
 */
const wasConditional = ({ skip, skipScope }: TestCase): boolean => skip !== null && skipScope !== 'file';

/** A single word counts as the function's name only if the test's title, suite or path contains it. */
const isAbout = (name: string, { name: title, suite }: TestCase, path: string): boolean =>
  /[a-z][A-Z]|\w_\w/.test(name) || plain([title, ...suite, path].join(' ')).includes(plain(name));

const plain = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

/** Names that any code may use: a test that contains one may not be about this function. */
const commonNames =
  /^(main|run|init|new|get|set|add|put|pop|len|size|capacity|open|close|read|write|start|stop|next|call|apply|test|setup|clone|copy|clear|reset|update|create|build|parse|format|print|log|debug|info|warn|error|value|values|keys|name|main|index|from|into|with|watch|poll|push|each|map|filter|find|equals|hashCode|toString|toJSON|__init__|constructor)$/i;

interface Harmed {
  test: TestCase;
  path: string;
  harm: Harm;
}

const harmCache = new WeakMap<TreeComparison, Harmed[]>();

function harmedTests(comparison: TreeComparison): Harmed[] {
  const cached = harmCache.get(comparison);
  if (cached) return cached;
  const { lost, pairs } = comparison.tests;
  const found = [
    ...lost
      .filter(isLost)
      .map(({ test, path }) => ({ test, path, harm: 'gone' as const }))
      .sort((a, b) => Number(wasConditional(a.test)) - Number(wasConditional(b.test))),
    ...pairs.filter(becameDisabled).map(({ before: { test, path } }) => ({ test, path, harm: 'disabled' as const })),
    ...pairs.filter(isWeaker).map(({ before: { test, path } }) => ({ test, path, harm: 'weaker' as const })),
  ];
  harmCache.set(comparison, found);
  return found;
}

/** Neither replaced nor found elsewhere. If the subject was removed along with the test, that is evidence here, not an excuse. */
const isLost = ({ explained }: LostTest): boolean => explained === null || explained[0] === 'subject-gone';

const becameDisabled = ({ before, after }: TestPair): boolean =>
  before.test.skip === null && after.test.skip !== null && after.test.skip.kind !== 'conditional';

const isWeaker = ({ before, after, assertions: { lost, pairs, added, replaced } }: TestPair): boolean =>
  !before.test.helper &&
  !after.test.helper &&
  added.length === 0 &&
  (lost.some((one) => one.strength > 0 && !one.unreachable) ||
    [...pairs, ...replaced].some(([b, a]) => b.strength - a.strength >= 2));
