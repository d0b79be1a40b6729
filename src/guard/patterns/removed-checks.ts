import type { FileModel, FunctionModel, GuardClause } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { subjectOf } from '../align/functions.ts';
import { similarity } from '../align/similarity.ts';
import { because } from '../finding/circumstances.ts';
import { at, lossOf } from '../finding/loss.ts';
import type { Loss } from '../finding/types.ts';
import { addTestEvidence } from './evidence.ts';

export function removedChecks(comparison: TreeComparison): Loss[] {
  const { functions, files } = comparison;
  const textNow = textOnDemand(() => files.map((pair) => pair.after?.tokens.join(' ') ?? ''));
  const textBefore = textOnDemand(() => files.map((pair) => pair.before?.tokens.join(' ') ?? ''));
  const losses: Loss[] = [];
  for (const { before, after } of functions.pairs) {
    if (after.file.role !== 'source' || before.function.guards.length === 0) continue;
    // Rust keeps tests in the source file: what they assert is not an input check.
    if (before.function.name === '<file>' && before.file.tests.length > 0) continue;
    if (
      after.function.stub === 'placeholder' ||
      (after.function.stub && !before.function.stub && before.function.guards.length === 0)
    )
      continue;
    const lost = before.function.guards.filter(
      (guard) =>
        !isStillChecked(guard, before.function.guards, after.function.guards, textNow, textBefore) &&
        !isReworded(guard, before.function, after.function) &&
        !isExtracted(guard, after.function, functions.added) &&
        !isOfLostCall(guard, before.function, after.function),
    );
    if (lost.length === 0) continue;
    const rest = lost.reduce((tokens, guard) => withoutGuard(tokens, guard), before.function.tokens);
    const scope = before.function.name === '<file>' ? 1 : similarity(rest, after.function.tokens);
    if (scope < 0.8) continue;
    const first = lost[0]!;
    const loss = lossOf(
      at(before.path, first),
      at(after.path, after.function),
      ['check-gone', after.function.qualified, first.condition],
      [after.function.name, first.condition, first.action, after.path],
    );
    const known = because(
      loss,
      (scope < 0.9 || similarity(before.file.tokens, after.file.tokens) < 0.75) && 'code-around-changed',
      (hasNewChecks(lost, before.function, after.function) || lost.every((one) => isOwnAssertion(one, before.file))) &&
        'new-checks',
    );
    losses.push(addTestEvidence(known, [subjectOf(after)], comparison));
  }
  return losses;
}

/** The text of all changed files, joined only if a check is missing, which is rare. */
function textOnDemand(parts: () => string[]): () => string {
  let made: string | undefined;
  return () => {
    made ??= parts().join('\n');
    return made;
  };
}

/** The specific error type that a check raises; common types do not identify a check. */
function errorOf({ action }: GuardClause): string {
  const name = /^(?:throw new|raise) ([\w.: ]+?) \(/.exec(action)?.[1] ?? '';
  return /^(Error|TypeError|RangeError|ValueError|Exception|RuntimeException|Illegal\w+Exception|RuntimeError)$/.test(
    name,
  )
    ? ''
    : name;
}

function isStillChecked(
  guard: GuardClause,
  olds: GuardClause[],
  guards: GuardClause[],
  textNow: () => string,
  textBefore: () => string,
): boolean {
  const count = (list: GuardClause[], same: (one: GuardClause) => boolean): number => list.filter(same).length;
  const whole = (one: GuardClause): boolean => one.condition === guard.condition && one.action === guard.action;
  if (count(guards, whole) >= count(olds, whole) && count(guards, whole) > 0) return true;
  const isNew = (one: GuardClause): boolean =>
    !olds.some((old) => old.condition === one.condition && old.action === one.action);
  if (guards.some((one) => (one.action === guard.action || one.condition === guard.condition) && isNew(one)))
    return true;
  if (
    guards.some(
      (one) =>
        similarity(one.condition.split(' '), guard.condition.split(' ')) > 0.6 &&
        !olds.some((old) => old.condition === one.condition),
    )
  )
    return true;
  if (
    guards.some(
      (one) =>
        errorOf(one) !== '' &&
        errorOf(one) === errorOf(guard) &&
        similarity(one.condition.split(' '), guard.condition.split(' ')) > 0.3 &&
        !olds.some((old) => old.condition === one.condition),
    )
  )
    return true;
  if (
    guard.condition.length > 3 &&
    occurrences(textNow(), guard.condition) >= occurrences(textBefore(), guard.condition)
  )
    return true;
  if (guard.literals.some((literal) => occurrences(textNow(), literal) >= occurrences(textBefore(), literal)))
    return true;
  return false;
}

/** The check remains under other names: a renamed variable, another function that checks the same. */
function isReworded(guard: GuardClause, before: FunctionModel, after: FunctionModel): boolean {
  if (guard.condition === guard.action) {
    const checkedNoun = nounOf(guard.condition.split(' (')[0]!.split(' ').at(-1)!);
    const old = new Set(before.tokens);
    return checkedNoun.length > 4 && after.tokens.some((token) => !old.has(token) && nounOf(token) === checkedNoun);
  }
  const isStricter = after.guards.some(
    (one) =>
      operandsOf(one.condition) === operandsOf(guard.condition) &&
      errorHead(one) === errorHead(guard) &&
      !before.guards.some((old) => old.condition === one.condition),
  );
  if (isStricter) return true;
  return after.guards.some(
    (one) =>
      shapeOf(one.condition) === shapeOf(guard.condition) &&
      one.action.split(' ')[0] === guard.action.split(' ')[0] &&
      similarity(shapeOf(one.action).split(' '), shapeOf(guard.action).split(' ')) > 0.6 &&
      !before.guards.some((old) => old.condition === one.condition),
  );
}

/** The function has as many new checks as it lost, or raises the same error as often. */
function hasNewChecks(lost: GuardClause[], before: FunctionModel, after: FunctionModel): boolean {
  if (lost.some((one) => one.condition === one.action)) return false;
  const old = new Set(before.guards.map((one) => one.condition));
  const fresh = after.guards.filter((one) => !old.has(one.condition));
  const [oldText, newText] = [before.tokens.join(' '), after.tokens.join(' ')];
  return (
    fresh.length >= lost.length ||
    lost.every((one) => occurrences(newText, errorHead(one)) >= occurrences(oldText, errorHead(one)))
  );
}

/** `assert` in Python source states an assumption; it can be switched off, so it is not a check to rely on. */
const isOwnAssertion = ({ excerpt }: GuardClause, { language }: FileModel): boolean =>
  language === 'python' && /^assert\b/.test(excerpt);

/** A new function that this one calls makes the check. */
const isExtracted = (guard: GuardClause, after: FunctionModel, added: { function: FunctionModel }[]): boolean =>
  added.some(
    ({ function: one }) =>
      after.tokens.includes(one.name) &&
      one.guards.some(
        (other) =>
          guard.literals.some((literal) => other.literals.includes(literal)) ||
          (errorOf(guard) !== '' && errorOf(other) === errorOf(guard)) ||
          similarity(other.condition.split(' '), guard.condition.split(' ')) > 0.5,
      ),
  );

/** It only checked the result of a call that the function no longer makes. A call whose result is now dropped is still made. */
function isOfLostCall({ condition, excerpt }: GuardClause, before: FunctionModel, after: FunctionModel): boolean {
  if (!/^(\w*[eE]rr\w* != nil|! ok)$/.test(condition)) return false;
  const called = /(?::=|=)\s*([\w.]+)\(/.exec(excerpt.split('{')[0]!)?.[1];
  if (called) return !after.tokens.join('').includes(`${called}(`);
  const made = ({ tokens }: FunctionModel): number =>
    occurrences(tokens.join(' '), /ok/.test(condition) ? 'ok :=' : 'err :=');
  return (
    made(after) < made(before) && after.drops.length <= before.drops.length && !/\b_ :?= /.test(after.tokens.join(' '))
  );
}

/** The operands of a condition, without its operators. */
const operandsOf = (condition: string): string =>
  (condition.match(/[\w$."]+/g) ?? [])
    .filter((token) => token !== '.')
    .sort()
    .join(' ');

const errorHead = ({ action }: GuardClause): string => action.replace(/^return Err \( /, '').split(/ [()]/)[0]!;

/** `assertNotNull` and `isNotNull` both check "NotNull". */
const nounOf = (name: string): string =>
  name.replace(/^(assert|check|validate|ensure|require|verify|is)(?=[A-Z_])/, '');

/** Replaces freely chosen names; operators, calls and constants stay. */
const shapeOf = (text: string): string =>
  text.replace(/\b[a-z]\w*\b(?! \()(?!\w)/g, (name) =>
    /^(nil|null|err|undefined|true|false|None)$/.test(name) && name !== 'err' ? name : '_',
  );

function occurrences(text: string, needle: string): number {
  let count = 0;
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) count++;
  return count;
}

/** The function without one of its guards. */
function withoutGuard(tokens: string[], guard: GuardClause): string[] {
  const text = tokens.join(' ');
  if (guard.action.includes(guard.condition)) return text.replace(guard.action, '').split(' ').filter(Boolean);
  for (let at = text.indexOf(guard.condition); at !== -1; at = text.indexOf(guard.condition, at + 1)) {
    const end = text.indexOf(guard.action, at + guard.condition.length);
    if (end < 0) break;
    if (!/^[\s(){}:]*$/.test(text.slice(at + guard.condition.length, end))) continue;
    const head = text.slice(0, at).replace(/(if|unless|assert) ?\(? ?$/, '');
    const tail = text.slice(end + guard.action.length).replace(/^ ?\}/, '');
    return `${head} ${tail}`.split(' ').filter(Boolean);
  }
  return tokens;
}
