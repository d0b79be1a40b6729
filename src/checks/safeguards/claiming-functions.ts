import { definedNames } from './module-imports.ts';

/**
 * Whether tests use a module only to claim something of other code: `assert close(median(xs), 5)`, `if !Near(got, want)`. Every call
 * gets a result of other code and an expected value, and is only asked to be true, or claims by itself: `expectNear(sum(xs), 3)`.
 */
export function isOnlyForClaims(
  module: [path: string, text: string],
  tests: readonly string[],
  work: readonly string[],
) {
  const calls = definedNames(...module).flatMap((name) => tests.flatMap((text) => callsOf(name, text, work)));
  return calls.length > 0 && calls.every((one) => one);
}

/** For each call of a function, whether it is a claim. */
function callsOf(name: string, text: string, work: readonly string[]): boolean[] {
  const isResult = resultsIn(text, work);
  return [...text.matchAll(new RegExp(`(?<![\\w$])(?:[\\w$]+\\.)?${name}\\s*\\(`, 'g'))].flatMap(
    ({ index, 0: head }) => {
      const before = text.slice(text.lastIndexOf('\n', index) + 1, index);
      if (/\b(?:def|func|function)\s+$/.test(before)) return [];
      const { args, rest } = argumentsFrom(text, index + head.length);
      const isComparison =
        args.length >= 2 && args.some(isResult) && args.some((one) => !isResult(one) && isExpected(one));
      return [
        isComparison && (isAskedToBeTrue(before, rest) || (CLAIMS.test(name) && /^\s*(?:await\s+)?$/.test(before))),
      ];
    },
  );
}

const CLAIMS = /^(?:assert|expect|check|verify|should|must|ensure|require|is_?|same|eq|equal|near|close)/i;

function isAskedToBeTrue(before: string, rest: string): boolean {
  if (/\bif\s+(?:.*;\s*)?!\s*$/.test(before)) return /^\s*\{/.test(rest);
  if (/^\s*assert\s+$/.test(before)) return /^\s*(?:,|$|\n|#)/.test(rest);
  if (/\bexpect\(\s*$/.test(before))
    return /^\s*\)\s*\.(?:toBe|toEqual|toStrictEqual)\(true\)|^\s*\)\s*\.toBeTruthy\(/.test(rest);
  return /(?:\bassertTrue|\bassert!?|\bok|\bTrue)\(\s*(?:t\s*,\s*)?$/.test(before) && /^\s*[),]/.test(rest);
}

/** A literal, or something that is named as what is expected. */
const isExpected = (arg: string) =>
  /^(?:[-+]?[\d.]+|["'`[({]|(?:true|false|null|nil|None)\b)|\b\w*(?:want|expect)/i.test(arg);

/** Whether an expression is a call of other code, or a variable that holds its result. */
function resultsIn(text: string, work: readonly string[]): (arg: string) => boolean {
  if (work.length === 0) return () => false;
  const call = `(?:[\\w$]+\\.)?(?:${work.join('|')})\\s*\\(`;
  const held = [
    ...text.matchAll(new RegExp(`(?:^|[\\s;{(])(\\w+)(?:\\s*,\\s*\\w+)?\\s*:?=\\s*(?:await\\s+)?${call}`, 'gm')),
  ];
  const names = new Set(held.map(([, name]) => name));
  const isCall = new RegExp(`^(?:await\\s+)?${call}`);
  return (arg) => isCall.test(arg) || names.has(arg.match(/^\w+/)?.[0] ?? '');
}

const MAX_CHARS = 2000;

function argumentsFrom(text: string, start: number): { args: string[]; rest: string } {
  const args = [''];
  let [depth, quote] = [0, ''];
  for (let at = start; at < Math.min(text.length, start + MAX_CHARS); at++) {
    const char = text[at] as string;
    if (quote !== '') {
      if (char === quote && text[at - 1] !== '\\') quote = '';
    } else if (/["'`]/.test(char)) quote = char;
    else if (/[([{]/.test(char)) depth++;
    else if (/[)\]}]/.test(char) && depth-- === 0)
      return { args: args.map((one) => one.trim()).filter(Boolean), rest: text.slice(at + 1, at + 60) };
    if (char === ',' && depth === 0 && quote === '') args.push('');
    else args[args.length - 1] += char;
  }
  return { args: [], rest: '' };
}
