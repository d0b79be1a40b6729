import type { LostTest, TestPair } from './align/tests.ts';
import type { Comparison } from './compare.ts';
import type { TestCase } from './model.ts';
import type { Hit } from './types.ts';

/**
 * A loss in the source blocks only where the tests speak for it; alone it warns. Code is rewritten all the time, and a check that is gone
 * may stand elsewhere in other words; that it is gone and its tests lost with it is what a reviewer must see. Tests that stood in the file
 * that is gone say nothing.
 */
export function heldByTests(hit: Hit, subjects: readonly string[], comparison: Comparison, gone?: string): Hit {
  if (hit.severity === 'medium' || hit.severity === 'low') return hit;
  const evidence = evidenceFor(subjects, comparison, gone);
  return evidence === null
    ? { ...hit, severity: 'medium', confidence: hit.confidence ?? 0.6 }
    : { ...hit, why: `${hit.why} ${evidence.why}`, testsGone: evidence.gone };
}

/** What the catalogue says of patterns that ask this. */
export const alone =
  'Only warns unless a test that names the function is gone, held back or weaker in the same change.';

/** A test that names one of these functions lost something in the same change: one sentence, or null. One that is gone says most. */
function evidenceFor(
  subjects: readonly string[],
  comparison: Comparison,
  gone?: string,
): { why: string; gone: boolean } | null {
  const telling = subjects.filter((name) => /^[A-Za-z_$][\w$]{2,}$/.test(name));
  if (telling.length === 0) return null;
  for (const { test, what, path } of harmedTests(comparison)) {
    if (path === gone) continue;
    const name = telling.find((one) => test.calls.has(one) || test.tokens.includes(one));
    if (name !== undefined)
      return {
        why: `"${test.name}", which tests "${name}", ${what} in the same change.`,
        gone: what === isGone && !ranSometimes(test) && !everyday.test(name) && speaksOf(name, test, path),
      };
  }
  return null;
}

/** Perhaps never: whether its condition held is not in the change. A build tag of the whole file is one way to build the product. */
const ranSometimes = ({ skip, skipScope }: TestCase): boolean => skip !== null && skipScope !== 'file';

/** A single word is a name of its own only where the test is called after it. */
const speaksOf = (name: string, { name: title, suite }: TestCase, path: string): boolean =>
  /[a-z][A-Z]|\w_\w/.test(name) || plain([title, ...suite, path].join(' ')).includes(plain(name));

const plain = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

/** Names that any code may have: a test that holds one need not speak of this function. */
const everyday =
  /^(main|run|init|new|get|set|add|put|pop|len|size|capacity|open|close|read|write|start|stop|next|call|apply|test|setup|clone|copy|clear|reset|update|create|build|parse|format|print|log|debug|info|warn|error|value|values|keys|name|main|index|from|into|with|watch|poll|push|each|map|filter|find|equals|hashCode|toString|toJSON|__init__|constructor)$/i;

interface Harmed {
  test: TestCase;
  path: string;
  what: string;
}

const isGone = 'is gone';

const known = new WeakMap<Comparison, Harmed[]>();

function harmedTests(comparison: Comparison): Harmed[] {
  const cached = known.get(comparison);
  if (cached) return cached;
  const { lost, pairs } = comparison.tests;
  const found = [
    ...lost
      .filter(isLost)
      .map(({ test, path }) => ({ test, path, what: isGone }))
      .sort((a, b) => Number(ranSometimes(a.test)) - Number(ranSometimes(b.test))),
    ...pairs.filter(isHeldBack).map(({ before: { test, path } }) => ({ test, path, what: 'no longer runs' })),
    ...pairs.filter(isWeaker).map(({ before: { test, path } }) => ({ test, path, what: 'claims less' })),
  ];
  known.set(comparison, found);
  return found;
}

/** Neither replaced nor standing elsewhere. That its subject went with it is no excuse here, it is the evidence. */
const isLost = ({ explained }: LostTest): boolean => explained === null || /is gone too$/.test(explained);

const isHeldBack = ({ before, after }: TestPair): boolean =>
  before.test.skip === null && after.test.skip !== null && after.test.skip.kind !== 'conditional';

const isWeaker = ({ before, after, assertions: { lost, kept, added, replaced } }: TestPair): boolean =>
  !before.test.helper &&
  !after.test.helper &&
  added.length === 0 &&
  (lost.some((one) => one.strength > 0 && !one.unreachable) ||
    [...kept, ...replaced].some(([b, a]) => b.strength - a.strength >= 2));
