import { parse } from 'jsonc-parser';
import { saysTheSame } from '../align/meaning.ts';
import { changedStyle, setUpOf } from '../align/rewritten.ts';
import { plainStrings } from '../align/strings.ts';
import type { TestPair } from '../align/tests.ts';
import type { Comparison } from '../compare.ts';
import type { Assertion } from '../model.ts';
import type { Change, Hit } from '../types.ts';
import { hit, mild } from './assertion-loss.ts';
import { isFlip } from './assertion-strength.ts';

/** A changed expectation has a cause when source changed with it. */
export function hasCause({ sourceChanged, input }: Comparison): boolean {
  return (
    sourceChanged ||
    input.changes.some(changesPackages) ||
    input.changes.some((change) =>
      /(package-lock\.json|yarn\.lock|pnpm-lock\.yaml|go\.(mod|sum)|Cargo\.(toml|lock)|requirements[\w.-]*\.txt|pom\.xml|build\.gradle)$/.test(
        change.path,
      ),
    )
  );
}

/** More than its scripts: what is installed, and how it is loaded. */
function changesPackages({ path, before, after }: Change): boolean {
  if (!/(^|\/)package\.json$/.test(path)) return false;
  const [was, is] = [before, after].map((text) => {
    const { scripts: _, ...rest } = (parse(text ?? '') ?? {}) as Record<string, unknown>;
    return JSON.stringify(rest);
  });
  return was !== is;
}

/** Data that tests read, or helpers that they share, changed too: the value may come from there. */
const hasSideCause = ({ others, files }: Comparison): boolean =>
  others.some(
    ({ path }) => !/\.(md|mdx|rst|adoc|txt)$|(^|\/)(LICENSE|NOTICE|AUTHORS|CHANGE\w*|changes\.xml)/i.test(path),
  ) ||
  files.some(
    ({ before, after }) =>
      (after ?? before)!.role === 'test' &&
      !(after ?? before)!.tests.some((one) => !one.helper) &&
      (after?.tampering.length ?? 0) <= (before?.tampering.length ?? 0) &&
      before?.tokens.join(' ') !== after?.tokens.join(' '),
  );

export function edited(pair: TestPair, comparison: Comparison): Hit | null {
  const { tests } = comparison;
  const { before, likeness, assertions: delta } = pair;
  if (likeness < 0.6 && !sameInputs(pair)) return null;
  for (const [b, a] of delta.kept) {
    // in a test that is written anew only plain values can be compared
    if (likeness < 0.6 && !(b.literal && a.literal && /^(strict-)?equal$/.test(a.kind))) continue;
    const flipped = isFlip(b, a);
    if (!flipped && (b.kind !== a.kind || b.subject !== a.subject || b.expected === a.expected || b.subject === ''))
      continue;
    if (b.kind === 'custom' || b.kind === 'fail' || b.kind === 'none') continue;
    if (!flipped && (uncast(b.expected) === uncast(a.expected) || saysTheSame(b, a) || isSameBehaviour(b, a))) continue;
    if (/^(throws|contains|called-with)/.test(b.kind) && asksMore(b.expected, a.expected)) continue;
    if (b.kind === 'compare' && isTighter(b, a)) continue;
    if (!flipped && !b.literal && !a.literal && !/"|\d/.test(`${b.expected}${a.expected}`)) continue;
    if (before.test.helper === false && tests.pairs.length > 0 && !sameInputs(pair)) continue;
    return {
      ...hit(
        pair,
        b,
        a,
        flipped
          ? `"${before.test.name}" now claims the opposite, and no source changed.`
          : `"${before.test.name}" now expects ${a.expected.slice(0, 60)} instead of ${b.expected.slice(0, 60)}, and no source changed.`,
      ),
      ...(hasSideCause(comparison) ||
      isNamedAnew(b, a) ||
      isMadeAnew(b, a) ||
      isComputedAnew(b, a) ||
      isProgram(b, a) ||
      hasOtherCase(pair, comparison) ||
      changedStyle(b, a)
        ? mild
        : {}),
    };
  }
  return editedRow(pair, comparison);
}

/** One case of a table asks for another value of the same inputs. */
function editedRow({ before, after }: TestPair, comparison: Comparison): Hit | null {
  const lost = before.test.rows.filter((row) => !after.test.rows.includes(row));
  const fresh = after.test.rows.filter((row) => !before.test.rows.includes(row));
  if (lost.length !== fresh.length) return null;
  for (const was of lost) {
    const is = fresh.find((row) => isOtherwiseExpected(was.split(' '), row.split(' ')));
    if (!is) continue;
    return {
      before: { path: before.path, line: before.test.line },
      after: { path: after.path, line: after.test.line },
      excerptBefore: was,
      excerptAfter: is,
      why: `A case of "${before.test.name}" now expects another value, and no source changed.`,
      names: [before.test.name],
      ...(hasSideCause(comparison) ? mild : {}),
    };
  }
  return null;
}

/** They differ in one plain value: the last one, or one that is called what is wanted. */
function isOtherwiseExpected(was: string[], is: string[]): boolean {
  const at = was.flatMap((token, i) => (token === is[i] ? [] : [i]));
  const [only] = at;
  if (was.length !== is.length || at.length !== 1 || only === undefined) return false;
  if (!isPlain(was[only]!) || !isPlain(is[only]!)) return false;
  const values = was.flatMap((token, i) => (isPlain(token) ? [i] : []));
  const isLast = values.at(-1) === only && values.length > 1;
  return (
    isLast ||
    /^(want|expect|result|output|exp$|out$)/i.test(was.slice(0, only).findLast((token) => /^\w+$/.test(token)) ?? '')
  );
}

const isPlain = (token: string): boolean => /^(["'`].*|-?\d.*|true|false|True|False|None|null|nil)$/.test(token);

/** A value that was spelt is named or computed now, or the other way round: whether it is the same one cannot be seen. */
const isNamedAnew = (b: Assertion, a: Assertion): boolean =>
  !isFlip(b, a) && namesIn(b.expected).length > 0 !== namesIn(a.expected).length > 0;

/** Other names and no new value: what is computed otherwise was not fitted to a result. */
const isComputedAnew = (b: Assertion, a: Assertion): boolean =>
  !isFlip(b, a) &&
  valuesIn(a.expected).every((value) => valuesIn(b.expected).includes(value)) &&
  namesIn(a.expected).some((name) => !namesIn(b.expected).includes(name));

/** Not a value but a function that asks: what it asks for cannot be compared. */
const isProgram = (b: Assertion, a: Assertion): boolean =>
  [b, a].every((one) => /=>|->|\blambda\b|\bfunction\b/.test(one.expected));

/** An object with behaviour of its own, such as an anonymous class, that holds every value that it held. */
const isSameBehaviour = (b: Assertion, a: Assertion): boolean => {
  const [was, is] = [b, a].map(({ expected }) =>
    /\bnew [\w. ]+(?:< [^()]*> )?\( .*?\) \{ /.test(expected) ? valuesIn(expected) : null,
  );
  return (
    was != null &&
    is != null &&
    was.every((value) => is.includes(value)) &&
    namesIn(b.expected).every((name) => namesIn(a.expected).includes(name))
  );
};

const valuesIn = (expected: string): string[] =>
  expected.split(' ').filter((token) => /^[a-zA-Z]{0,2}["'`]|^-?\d/.test(token));

/** A class or module of the tests that this one names changed too: samples that it runs, data that it reads. */
const hasOtherCase = ({ after }: TestPair, { files }: Comparison): boolean =>
  files.some(
    ({ before, after: now, path }) =>
      now !== after.file &&
      now?.role === 'test' &&
      before?.tokens.join(' ') !== now.tokens.join(' ') &&
      after.file.identifiers.has(path.split('/').at(-1)!.split('.')[0]!),
  );

/** The same values made by other calls: `Collections.emptyList()` and `List.of()`. */
const isMadeAnew = (b: Assertion, a: Assertion): boolean => {
  const anyCall = (text: string): string =>
    text.replace(/(?:[A-Za-z_]\w* (?:\.|::) )*(?:< [^()]* > )?[A-Za-z_]\w* \(/g, 'f (');
  return !isFlip(b, a) && anyCall(b.expected) === anyCall(a.expected);
};

const namesIn = (expected: string): string[] =>
  (expected.replace(/(["'`])(?:\\.|(?!\1).)*\1/g, '').match(/[A-Za-z_]\w{2,}/g) ?? []).filter(
    (name) => !/^(byte|short|int|long|float|double|true|false|null|nil|None|True|False|undefined|new)$/.test(name),
  );

/** A partial match that names all it named before, and something besides; a part of a text that is longer now. */
function asksMore(was: string, is: string): boolean {
  const [text, longer] = [was, is].map((one) => /^(["'`])((?:\\.|(?!\1).)+)\1$/.exec(one)?.[2]);
  if (text !== undefined && longer !== undefined) return longer.length > text.length && longer.includes(text);
  const parts = (text: string): string[] => text.replace(/^\{ | \}$/g, '').split(' , ');
  const now = new Set(parts(is));
  return now.size > parts(was).length && parts(was).every((part) => now.has(part));
}

/** A bound that was drawn closer: a lower most, a higher least. */
function isTighter(b: Assertion, a: Assertion): boolean {
  const [was, is] = [b, a].map((one) => Number(one.expected.replace(/_/g, '')));
  if (Number.isNaN(was) || Number.isNaN(is) || was === undefined || is === undefined) return false;
  const most =
    /\b(toBeLess\w*|assertLess\w*|below|isBelow|isAtMost|lte?|most|isLessThan\w*|Less\w*)\b/.test(b.text) ||
    / <=? /.test(b.text);
  return most ? is < was : is > was;
}

/** The same number in another primitive type, the same name by another path, and the same text in raw quotes, is the same value. */
const uncast = (expected: string): string =>
  plainStrings(expected)
    .replace(/\b[a-z_]\w* :: /g, '')
    .replace(/\( (?:\[ \]|\{ \}) \)/g, '( )')
    .replace(/\( (?:byte|short|int|long|float|double) \) /g, '')
    .replace(/^\( ([^()]*) \)$/, '$1');

/** What bends the run from inside the test is no input of it. */
function sameInputs({ before, after }: TestPair): boolean {
  const squeezed = (text: string): string => text.replace(/['`]/g, '"').replace(/[\s\u00a0;]+/g, '');
  const [was, is] = [before, after].map(({ test, file }) =>
    file.tampering.reduce((text, { text: bent }) => text.replace(squeezed(bent), ''), squeezed(setUpOf(test))),
  );
  return was === is;
}

export function snapshots({ input, files, sourceChanged }: Comparison): Hit[] {
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
