import type { FunctionModel } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { subjectOf } from '../align/functions.ts';
import { Pool } from '../align/similarity.ts';
import { because } from '../finding/circumstances.ts';
import { at, lossOf } from '../finding/loss.ts';
import type { Loss } from '../finding/types.ts';
import { addTestEvidence } from './evidence.ts';

export function droppedErrors(comparison: TreeComparison): Loss[] {
  const losses: Loss[] = [];
  for (const { before, after, likeness } of comparison.functions.pairs) {
    if (after.function.name === '<file>' && before.function.name !== '<file>') continue;
    const oldDrops = new Pool();
    for (const one of before.function.drops) oldDrops.add(shape(one.text));
    const fresh = after.function.drops.filter((one) => !oldDrops.take(shape(one.text)));
    if (fresh.length === 0 || after.function.drops.length <= before.function.drops.length || likeness < 0.4) continue;
    for (const one of fresh.slice(0, 3)) {
      if (isTypeTest(one.text) || !handledBefore(one.text, before.function)) continue;
      const subject = [after.function.name, after.path];
      const loss = lossOf(at(before.path, before.function), at(after.path, one), ['error-dropped', one.text], subject);
      const known = because(loss, after.file.role === 'test' && 'in-test-file');
      losses.push(addTestEvidence(known, [subjectOf(after)], comparison));
    }
  }
  return losses;
}

/** `_ = x.(T)` in Go yields a value, not an error. */
const isTypeTest = (drop: string): boolean => /^_ :?= [\w. ]+ \. \( [\w. *[\]]+ \)$/.test(drop);

const shape = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 120);

/** The call whose result is dropped. */
const callOf = (drop: string): string =>
  drop
    .replace(/^let _ = /, '')
    .replace(/^(_ , )*_ = /, '')
    .replace(/^[\w ,]+ :?= /, '')
    .replace(/ \. (unwrap_or\w*|ok) \(.*$/, '')
    .replace(/ \. catch$/, '');

const _headOf = (drop: string): string => callOf(drop).split(' ( ')[0]!;

/** The call whose error is dropped existed before, and its error was used. */
function handledBefore(drop: string, { tokens, excerpt }: FunctionModel): boolean {
  const text = tokens.join(' ');
  if (/^_ = \w*[eE]rr$/.test(drop)) return /err != nil/.test(text);
  if (/^if /.test(drop)) return /err != nil/.test(text);
  const call = callOf(drop);
  const head = call.split(' ( ')[0]!;
  if (head.length <= 1 || !text.includes(head)) return false;
  if (/ \. unwrap_or\w* \(/.test(drop) && !propagatesFailure(call, text)) return false;
  return !/^(let _|_) = /.test(drop) || isUsed(head, text, /->/.test(excerpt.split('{')[0]!));
}

/** Before, this call's failure was passed on: by `?`, by a panic or by a match. */
export const propagatesFailure = (call: string, text: string): boolean =>
  [' ?', ' . unwrap (', ' . expect (', ' . map_err (', ' . ok_or'].some((end) => text.includes(`${call}${end}`)) ||
  text.includes(`match ${call}`) ||
  new RegExp(
    `${call.split(' ( ')[0]!.replace(/[^\w ]/g, '\\$&')} \\(.*\\) (\\?|\\. (unwrap|expect|map_err|ok_or\\w*) \\()`,
  ).test(text);

/** Its result is used somewhere: assigned, returned, tested or passed on. If nobody used the result, it cannot be lost. */
function isUsed(head: string, text: string, returns: boolean): boolean {
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + 1)) {
    if (/([=(,!&|]|\b(?:return|match|if|while|await))\s*$/.test(text.slice(0, at))) return true;
    const rest = text.slice(at + head.length);
    if (/^\s*(\?|\.)/.test(rest.slice(closing(rest)))) return true;
    if (/^[\s})]*$/.test(rest.slice(closing(rest))) && returns) return true;
  }
  return false;
}

/** The index after the parenthesis that closes the first one. */
function closing(text: string): number {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')' && --depth === 0) return i + 1;
  }
  return text.length;
}
