import { parse } from 'jsonc-parser';
import type { Assertion } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { meansTheSame } from '../align/meaning.ts';
import { changedStyle, setUpOf } from '../align/rewritten.ts';
import { plainStrings } from '../align/strings.ts';
import type { TestPair } from '../align/tests.ts';
import { because } from '../finding/circumstances.ts';
import { at, atFile, lossOf } from '../finding/loss.ts';
import type { Change, Loss } from '../finding/types.ts';
import { loss } from './assertion-loss.ts';
import { isFlip } from './assertion-strength.ts';

/** A changed expectation has a cause if source or dependencies changed too. */
export function hasCause({ sourceChanged, input }: TreeComparison): boolean {
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

/** More than the scripts changed: what is installed, or how it is loaded. */
function changesPackages({ path, before, after }: Change): boolean {
  if (!/(^|\/)package\.json$/.test(path)) return false;
  const [oldManifest, newManifest] = [before, after].map((text) => {
    const { scripts: _, ...rest } = (parse(text ?? '') ?? {}) as Record<string, unknown>;
    return JSON.stringify(rest);
  });
  return oldManifest !== newManifest;
}

/** Data that tests read, or helpers that they share, changed too: the value may come from there. */
const hasSideCause = ({ others, files }: TreeComparison): boolean =>
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

export function editedExpectation(pair: TestPair, comparison: TreeComparison): Loss | null {
  const { tests } = comparison;
  const { before, likeness, assertions: delta } = pair;
  if (likeness < 0.6 && !sameInputs(pair)) return null;
  for (const [b, a] of delta.pairs) {
    // In a rewritten test, only plain values can be compared.
    if (likeness < 0.6 && !(b.literal && a.literal && /^(strict-)?equal$/.test(a.kind))) continue;
    const flipped = isFlip(b, a);
    if (!flipped && (b.kind !== a.kind || b.subject !== a.subject || b.expected === a.expected || b.subject === ''))
      continue;
    if (b.kind === 'custom' || b.kind === 'fail' || b.kind === 'none') continue;
    if (!flipped && (normalizeValue(b.expected) === normalizeValue(a.expected) || meansTheSame(b, a))) continue;
    if (/^(throws|contains|called-with)/.test(b.kind) && expectsMore(b.expected, a.expected)) continue;
    if (b.kind === 'compare' && isTighter(b, a)) continue;
    if (!flipped && !b.literal && !a.literal && !/"|\d/.test(`${b.expected}${a.expected}`)) continue;
    if (before.test.helper === false && tests.pairs.length > 0 && !sameInputs(pair)) continue;
    return because(
      loss(
        pair,
        b,
        a,
        flipped ? ['claims-opposite', before.test.name] : ['expects-other', before.test.name, b.expected, a.expected],
      ),
      hasSideCause(comparison) && 'test-data-changed',
      !flipped && isNamedOtherwise(b, a) && 'same-by-name',
      changedStyle(b, a) && 'other-form',
    );
  }
  return editedRow(pair, comparison);
}

/** One case of a table expects another value for the same inputs. */
function editedRow({ before, after }: TestPair, comparison: TreeComparison): Loss | null {
  const lost = before.test.rows.filter((row) => !after.test.rows.includes(row));
  const fresh = after.test.rows.filter((row) => !before.test.rows.includes(row));
  if (lost.length !== fresh.length) return null;
  for (const oldRow of lost) {
    const newRow = fresh.find((row) => differsInExpectedValue(oldRow.split(' '), row.split(' ')));
    if (!newRow) continue;
    const { name } = before.test;
    const [old, now] = [
      at(before.path, { line: before.test.line, text: oldRow }),
      at(after.path, { line: after.test.line, text: newRow }),
    ];
    const found = lossOf(old, now, ['row-expects-other', name], [name]);
    return because(found, hasSideCause(comparison) && 'test-data-changed');
  }
  return null;
}

/** They differ in one plain value: the last one, or one whose name says that it is expected. */
function differsInExpectedValue(oldTokens: string[], newTokens: string[]): boolean {
  const at = oldTokens.flatMap((token, i) => (token === newTokens[i] ? [] : [i]));
  const [only] = at;
  if (oldTokens.length !== newTokens.length || at.length !== 1 || only === undefined) return false;
  if (!isPlain(oldTokens[only]!) || !isPlain(newTokens[only]!)) return false;
  const values = oldTokens.flatMap((token, i) => (isPlain(token) ? [i] : []));
  const isLast = values.at(-1) === only && values.length > 1;
  return (
    isLast ||
    /^(want|expect|result|output|exp$|out$)/i.test(
      oldTokens.slice(0, only).findLast((token) => /^\w+$/.test(token)) ?? '',
    )
  );
}

const isPlain = (token: string): boolean => /^(["'`].*|-?\d.*|true|false|True|False|None|null|nil)$/.test(token);

/** The value is named or computed in another way, without a new literal: the change does not show if it is the same. */
const isNamedOtherwise = (b: Assertion, a: Assertion): boolean => {
  const [old, now] = [namesIn(b.expected), namesIn(a.expected)];
  if (old.length > 0 !== now.length > 0) return true;
  const known = valuesIn(b.expected);
  return now.some((name) => !old.includes(name)) && valuesIn(a.expected).every((value) => known.includes(value));
};

const valuesIn = (expected: string): string[] =>
  expected.split(' ').filter((token) => /^[a-zA-Z]{0,2}["'`]|^-?\d/.test(token));

const namesIn = (expected: string): string[] =>
  (expected.replace(/(["'`])(?:\\.|(?!\1).)*\1/g, '').match(/[A-Za-z_]\w+/g) ?? []).filter(
    (name) => !/^(byte|short|int|long|float|double|true|false|null|nil|None|True|False|undefined|new)$/.test(name),
  );

/** A partial match that names everything it named before and more, or a longer part of a text. */
function expectsMore(oldText: string, newText: string): boolean {
  const [text, longer] = [oldText, newText].map((one) => /^(["'`])((?:\\.|(?!\1).)+)\1$/.exec(one)?.[2]);
  if (text !== undefined && longer !== undefined) return longer.length > text.length && longer.includes(text);
  const parts = (text: string): string[] => text.replace(/^\{ | \}$/g, '').split(' , ');
  const now = new Set(parts(newText));
  return now.size > parts(oldText).length && parts(oldText).every((part) => now.has(part));
}

/** A tighter bound: a lower maximum, a higher minimum. */
function isTighter(b: Assertion, a: Assertion): boolean {
  const [oldBound, newBound] = [b, a].map((one) => Number(one.expected.replace(/_/g, '')));
  if (Number.isNaN(oldBound) || Number.isNaN(newBound) || oldBound === undefined || newBound === undefined)
    return false;
  const most =
    /\b(toBeLess\w*|assertLess\w*|below|isBelow|isAtMost|lte?|most|isLessThan\w*|Less\w*)\b/.test(b.text) ||
    / <=? /.test(b.text);
  return most ? newBound < oldBound : newBound > oldBound;
}

/** Normalizes values: the same number in another primitive type, the same name by another path, the same text in raw quotes. */
const normalizeValue = (expected: string): string =>
  plainStrings(expected)
    .replace(/\b[a-z_]\w* :: /g, '')
    .replace(/\( (?:\[ \]|\{ \}) \)/g, '( )')
    .replace(/\( (?:byte|short|int|long|float|double) \) /g, '')
    .replace(/^\( ([^()]*) \)$/, '$1');

/** Code that manipulates the run from inside the test is not an input. */
function sameInputs({ before, after }: TestPair): boolean {
  const withoutSpaces = (text: string): string => text.replace(/['`]/g, '"').replace(/[\s\u00a0;]+/g, '');
  const [oldInputs, newInputs] = [before, after].map(({ test, file }) =>
    file.tampering.reduce(
      (text, { text: tamperingText }) => text.replace(withoutSpaces(tamperingText), ''),
      withoutSpaces(setUpOf(test)),
    ),
  );
  return oldInputs === newInputs;
}

export function rewrittenSnapshots({ input, files, sourceChanged }: TreeComparison): Loss[] {
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
    .map(({ path, oldPath }) => lossOf(atFile(oldPath ?? path), atFile(path), ['snapshot-rewritten', path], [path]));
}
