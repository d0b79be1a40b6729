import type { TestPair } from '../align/tests.ts';
import type { Comparison } from '../compare.ts';
import type { Assertion } from '../model.ts';
import type { Hit } from '../types.ts';
import { everyLanguage, type Pattern } from './pattern.ts';

const bring = 'Bring the assertion back; make the code right rather than the test.';

export const assertions: Pattern[] = [
  {
    id: 'test-gutted',
    name: 'Test without assertions',
    type: 'assertion_weakening',
    severity: 'critical',
    confidence: 0.92,
    languages: everyLanguage,
    catches: 'A test that asserted and now asserts nothing.',
    ignores: 'Assertions that moved into a helper that the test calls, or into another test.',
    fix: bring,
    example: { before: 'expect(total(3)).toBe(6)', after: 'total(3)' },
    find: (comparison) =>
      pairsOf(comparison, (pair) => {
        if (!isGutted(pair)) return null;
        const { before, after } = pair;
        return hit(
          pair,
          before.test.assertions[0]!,
          null,
          `"${before.test.name}" had ${before.test.assertions.length} assertion${before.test.assertions.length === 1 ? '' : 's'} and now has none.`,
          after.test.excerpt,
        );
      }),
  },
  {
    id: 'assertion-removed',
    name: 'Assertion removed',
    type: 'assertion_weakening',
    severity: 'high',
    confidence: 0.8,
    languages: everyLanguage,
    catches: 'An assertion that has no counterpart in its test or anywhere else in the change.',
    ignores:
      'Assertions moved, merged into a loop or table, or rewritten in another style; tests that were rewritten as a whole.',
    fix: bring,
    example: { before: 'assert total == 6\nassert tax == 1', after: 'assert total == 6' },
    find: (comparison) =>
      pairsOf(comparison, (pair) => {
        const { before, after, likeness, assertions: delta } = pair;
        const lost = delta.lost.filter(
          (one) =>
            one.strength > 0 &&
            one.kind !== 'fail' &&
            !one.unreachable &&
            !(comparison.sourceChanged && isOutcome(one)),
        );
        if (asksHelper(pair)) return null;
        const fails = delta.lost.filter((one) => one.kind === 'fail').length;
        if (isGutted(pair) || (lost.length === 0 && !(fails > 0 && delta.added.length === 0 && likeness > 0.9)))
          return null;
        if (likeness < 0.45 && after.test.assertions.length >= before.test.assertions.length * 0.5) return null;
        if (comparison.sourceChanged && likeness < 0.75) return null;
        const first = lost[0] ?? delta.lost[0]!;
        return hit(
          pair,
          first,
          null,
          `${delta.lost.length === 1 ? 'An assertion' : `${delta.lost.length} assertions`} of "${before.test.name}" ${delta.lost.length === 1 ? 'is' : 'are'} gone with nothing in ${delta.lost.length === 1 ? 'its' : 'their'} place.`,
          '',
        );
      }),
  },
  {
    id: 'assertion-trivial',
    name: 'Assertion made trivial',
    type: 'assertion_weakening',
    severity: 'critical',
    confidence: 0.95,
    languages: everyLanguage,
    catches: 'An assertion that became one that cannot fail: a constant, a value compared with itself, an `or True`.',
    ignores: 'Trivial assertions that were there before.',
    fix: bring,
    example: { before: 'assert total == 6', after: 'assert True' },
    find: (comparison) =>
      pairsOf(comparison, (pair) => {
        const found = [...pair.assertions.kept, ...pair.assertions.replaced].find(
          ([b, a]) =>
            a.strength === 0 &&
            b.strength > 0 &&
            !(a.kind === 'trivial' && a.subject === 'pass' && b.kind === 'no-throw'),
        );
        return found
          ? hit(pair, found[0], found[1], `"${found[1].text.slice(0, 80)}" holds whatever the code does.`)
          : null;
      }),
  },
  {
    id: 'assertion-weakened',
    name: 'Assertion weakened',
    type: 'assertion_weakening',
    severity: 'high',
    confidence: 0.85,
    languages: everyLanguage,
    catches:
      'A claim about the same thing that says less: exact to truthy, defined or contains; a specific error to any error; a wider tolerance.',
    ignores: 'Equal or stronger claims in other words; a weaker claim beside a new stronger one on the same subject.',
    fix: 'Assert the exact value again.',
    example: { before: 'expect(total).toBe(6)', after: 'expect(total).toBeDefined()' },
    find: (comparison) => pairsOf(comparison, (pair) => weakened(pair, comparison.sourceChanged)),
  },
  {
    id: 'expectation-edited',
    name: 'Expected value edited',
    type: 'assertion_weakening',
    severity: 'high',
    confidence: 0.8,
    languages: everyLanguage,
    catches:
      'An expected value that changed while neither the source nor the rest of the test did: the test was fitted to what the code returns.',
    ignores: 'Changes of source in the same diff, changed inputs in the test, and tests rewritten as a whole.',
    fix: 'Restore the value and repair the code; if the test was wrong, say so in the task.',
    example: { before: 'assert total(3) == 6', after: 'assert total(3) == 7' },
    find: (comparison) => (hasCause(comparison) ? [] : pairsOf(comparison, (pair) => edited(pair, comparison))),
  },
  {
    id: 'snapshot-rewritten',
    name: 'Snapshot rewritten',
    type: 'assertion_weakening',
    severity: 'medium',
    confidence: 0.7,
    languages: 'any',
    catches: 'Recorded snapshots or golden files that changed while no source and no test did.',
    ignores: 'Snapshots that change with their source or their tests, and new snapshots.',
    fix: 'Check each difference; keep only those that the task asks for.',
    example: { before: 'exports[`total 1`] = `6`', after: 'exports[`total 1`] = `7`' },
    find: snapshots,
  },
  {
    id: 'assertion-swallowed',
    name: 'Assertion inside a catch-all',
    type: 'error_suppression',
    severity: 'critical',
    confidence: 0.93,
    languages: everyLanguage,
    catches: 'An assertion newly wrapped so that its failure is caught and dropped.',
    ignores: 'Handlers that rethrow, fail the test or assert on the error.',
    fix: 'Let the failure out of the test.',
    example: { before: 'assert total == 6', after: 'try:\n    assert total == 6\nexcept AssertionError:\n    pass' },
    find: (comparison) =>
      pairsOf(comparison, (pair) => {
        const found = [...pair.assertions.kept, ...pair.assertions.replaced].find(
          ([b, a]) => a.swallowed && !b.swallowed,
        );
        return found
          ? hit(
              pair,
              found[0],
              found[1],
              `When "${found[1].text.slice(0, 80)}" fails, the failure is caught and dropped.`,
            )
          : null;
      }),
  },
];

function pairsOf({ tests }: Comparison, find: (pair: TestPair) => Hit | null): Hit[] {
  return tests.pairs.flatMap((pair) => {
    if (pair.before.test.assertions.length === 0) return [];
    if (pair.after.test.skip && !pair.before.test.skip && pair.after.test.skip.kind !== 'conditional') return [];
    const found = find(pair);
    return found ? [found] : [];
  });
}

/** A helper of the test file that asserts is called: the claims moved there. */
const asksHelper = ({ before, after }: TestPair): boolean =>
  after.file.tests.some((one) => one.helper && after.test.calls.has(one.name) && !before.test.calls.has(one.name)) ||
  (before.test.assertions.every(isOutcome) &&
    after.file.tests.some((one) => one.helper && after.test.calls.has(one.name)));

/** `should_panic`, `@Test(expected)`: turned round when the code is repaired. */
const isOutcome = (one: Assertion): boolean => one.subject === 'should_panic' || one.subject === '@Test(expected)';

function isGutted(pair: TestPair): boolean {
  const { before, after, assertions: delta } = pair;
  if (asksHelper(pair)) return false;
  const had = before.test.assertions.filter((one) => one.strength > 0).length;
  const has = after.test.assertions.filter((one) => one.strength > 0).length;
  return (
    had > 0 &&
    has === 0 &&
    delta.lost.length > 0 &&
    delta.replaced.length === 0 &&
    !delta.kept.some(([, a]) => a.strength > 0)
  );
}

function weakened(pair: TestPair, sourceChanged: boolean): Hit | null {
  const { assertions: delta, likeness } = pair;
  for (const [b, a] of delta.kept) {
    if (a.strength === 0 || a.kind === 'custom') continue;
    const beside = [...delta.added, ...delta.kept.map(([, one]) => one)].some(
      (one) =>
        one !== a &&
        one.subject === a.subject &&
        one.strength >= b.strength &&
        one.kind !== 'trivial' &&
        !pair.before.test.assertions.some((old) => old.key === one.key),
    );
    if (beside) continue;
    const drop = b.strength - a.strength;
    if (b.tolerance !== null && a.tolerance !== null && a.kind === b.kind && a.tolerance > b.tolerance * 1.5)
      return hit(pair, b, a, `The tolerance grew from ${b.tolerance} to ${a.tolerance}.`);
    if (
      b.kind === a.kind &&
      b.kind === 'called-with' &&
      /anything|any \(/.test(a.expected) &&
      !/anything|any \(/.test(b.expected)
    )
      return hit(pair, b, a, 'The arguments of the call are no longer pinned.');
    const loosened = b.kind === 'strict-equal' && a.kind === 'equal' && b.text.split(' ')[0] === a.text.split(' ')[0];
    if (drop < 0.4 || (sameClaim(b, a) && !loosened) || isFlip(b, a)) continue;
    const slight = drop < 1 || (sourceChanged && drop < 2 && a.expected !== b.expected);
    return {
      ...hit(pair, b, a, `"${a.text.slice(0, 80)}" says less than "${b.text.slice(0, 80)}".`),
      ...(slight ? { severity: 'medium' as const, confidence: 0.6 } : {}),
    };
  }
  for (const [b, a] of delta.replaced) {
    if (a.strength === 0 || likeness < 0.7) continue;
    if (b.strength - a.strength >= 2.5 && delta.added.length === 0)
      return hit(pair, b, a, `"${a.text.slice(0, 80)}" took the place of "${b.text.slice(0, 80)}" and says less.`);
  }
  return null;
}

/** `toBe(true)` and `toBeTruthy`, `assertEquals(true, …)` and `assertTrue(…)`: no real loss. */
function sameClaim(b: Assertion, a: Assertion): boolean {
  return (
    (b.key === a.key && b.strength - a.strength < 2) ||
    (/^(true|True|false|False)$/.test(b.expected) &&
      /^(truthy|falsy|predicate)$/.test(a.kind) &&
      a.subject === b.subject)
  );
}

/** True became false or the other way round: another value, not a weaker claim. */
const isFlip = (b: Assertion, a: Assertion): boolean =>
  a.subject === b.subject &&
  ((/^(truthy|predicate)$/.test(b.kind) && a.kind === 'falsy') ||
    (b.kind === 'falsy' && /^(truthy|predicate)$/.test(a.kind)));

/** A changed expectation has a cause when source changed with it. */
function hasCause({ sourceChanged, input }: Comparison): boolean {
  return (
    sourceChanged ||
    input.changes.some((change) =>
      /(package(-lock)?\.json|yarn\.lock|pnpm-lock\.yaml|go\.(mod|sum)|Cargo\.(toml|lock)|requirements[\w.-]*\.txt|pom\.xml|build\.gradle)$/.test(
        change.path,
      ),
    )
  );
}

function edited(pair: TestPair, { tests }: Comparison): Hit | null {
  const { before, after, likeness, assertions: delta } = pair;
  if (likeness < 0.6) return null;
  for (const [b, a] of delta.kept) {
    const flipped = isFlip(b, a);
    if (!flipped && (b.kind !== a.kind || b.subject !== a.subject || b.expected === a.expected || b.subject === ''))
      continue;
    if (b.kind === 'custom' || b.kind === 'fail' || b.kind === 'none') continue;
    if (!flipped && uncast(b.expected) === uncast(a.expected)) continue;
    if (!flipped && !b.literal && !a.literal && !/"|\d/.test(`${b.expected}${a.expected}`)) continue;
    const inputs = setup(before.test.tokens, before.test.assertions);
    const now = setup(after.test.tokens, after.test.assertions);
    if (inputs !== now && before.test.helper === false && tests.pairs.length > 0 && !sameInputs(inputs, now)) continue;
    return hit(
      pair,
      b,
      a,
      `"${before.test.name}" now expects ${a.expected.slice(0, 60)} instead of ${b.expected.slice(0, 60)}, and nothing else changed.`,
    );
  }
  return null;
}

/** The same number in another primitive type is the same value. */
const uncast = (expected: string): string =>
  expected.replace(/\( (?:byte|short|int|long|float|double) \) /g, '').replace(/^\( ([^()]*) \)$/, '$1');

/** The test without its assertions: what is arranged and done. */
function setup(tokens: string[], list: Assertion[]): string {
  let text = tokens.join(' ');
  for (const one of list) text = text.replace(one.text, '');
  return text;
}

const sameInputs = (a: string, b: string): boolean => a.replace(/\s+/g, '') === b.replace(/\s+/g, '');

function snapshots({ input, files, sourceChanged }: Comparison): Hit[] {
  const tests = files.some(
    (pair) => pair.before && pair.after && pair.before.tokens.join(' ') !== pair.after.tokens.join(' '),
  );
  if (sourceChanged || tests) return [];
  return input.changes
    .filter((change) => change.before !== null && change.after !== null && change.before !== change.after)
    .filter((change) =>
      /\.snap$|(^|\/)(__snapshots__|snapshots|goldens?|testdata|approved)\/|\.(golden|approved)(\.\w+)?$|\.snap\.\w+$|(^|\/)(expected|expectations?)\/[^/]+\.(json|txt|html|xml|out|ya?ml|csv|stdout|stderr|md)$|[._-]expected\.\w+$/.test(
        change.path,
      ),
    )
    .map((change) => ({
      before: { path: change.oldPath ?? change.path, line: 1 },
      after: { path: change.path, line: 1 },
      excerptBefore: '',
      excerptAfter: '',
      why: `${change.path} was rewritten while no source and no test changed.`,
      names: [change.path],
    }));
}

const hit = (
  { before, after }: TestPair,
  b: Assertion,
  a: Assertion | null,
  why: string,
  excerptAfter?: string,
): Hit => ({
  before: { path: before.path, line: b.line },
  after: { path: after.path, line: a?.line ?? after.test.line },
  excerptBefore: b.text.slice(0, 400),
  excerptAfter: excerptAfter ?? a?.text.slice(0, 400) ?? '',
  why,
  names: [before.test.name, ...before.test.suite, before.path, b.text],
});
