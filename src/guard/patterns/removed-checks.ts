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
    const fresh = newGuards(before.function, after.function, functions.added);
    const stands = (guard: GuardClause, [old, now]: readonly [FunctionModel, FunctionModel]): boolean =>
      isKept(guard, old.guards, now.guards) ||
      fresh.some((one) => isAlike(one, guard)) ||
      [guard.condition, ...guard.literals].some(
        (text) => text.length > 3 && times(textNow(), text) >= times(textBefore(), text),
      );
    const both = [before.function, after.function] as const;
    const lost = before.function.guards.filter(
      (guard) => !stands(guard, both) && !isCalledOtherwise(guard, ...both) && !isOfLostCall(guard, ...both),
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

const isKept = ({ condition, action }: GuardClause, olds: GuardClause[], guards: GuardClause[]): boolean => {
  const count = (list: GuardClause[]): number =>
    list.filter((one) => one.condition === condition && one.action === action).length;
  return count(guards) > 0 && count(guards) >= count(olds);
};

/** Checks that came: to the function, and with new functions that it calls. */
const newGuards = (before: FunctionModel, after: FunctionModel, added: { function: FunctionModel }[]): GuardClause[] =>
  [after, ...added.map((one) => one.function).filter(({ name }) => after.tokens.includes(name))]
    .flatMap(({ guards }) => guards)
    .filter((one) => !before.guards.some((old) => old.condition === one.condition && old.action === one.action));

/** It asks or does the same, nearly the same, or the same with other names; or it raises the same error for something like it. */
function isAlike(now: GuardClause, old: GuardClause): boolean {
  const likeness = similarity(now.condition.split(' '), old.condition.split(' '));
  if (now.condition === old.condition || now.action === old.action || likeness > 0.6) return true;
  if (errorHead(now) !== errorHead(old)) return false;
  return likeness > 0.3 || [operandsOf, shapeOf].some((form) => form(now.condition) === form(old.condition));
}

/** A call of a validating function became one of another that checks the same: `assertNotNull`, `requireNotNull`. */
function isCalledOtherwise({ condition, action }: GuardClause, before: FunctionModel, after: FunctionModel): boolean {
  const noun = nounOf(condition.split(' (')[0]!.split(' ').at(-1)!);
  const old = new Set(before.tokens);
  return condition === action && noun.length > 4 && after.tokens.some((one) => !old.has(one) && nounOf(one) === noun);
}

/** The function has as many new checks as it lost, or raises the same error as often. */
function hasNewChecks(lost: GuardClause[], before: FunctionModel, after: FunctionModel): boolean {
  if (lost.some((one) => one.condition === one.action)) return false;
  const old = new Set(before.guards.map((one) => one.condition));
  const fresh = after.guards.filter((one) => !old.has(one.condition));
  const [oldText, newText] = [before.tokens.join(' '), after.tokens.join(' ')];
  return (
    fresh.length >= lost.length || lost.every((one) => times(newText, errorHead(one)) >= times(oldText, errorHead(one)))
  );
}

/** `assert` in Python source states an assumption; it can be switched off, so it is not a check to rely on. */
const isOwnAssertion = ({ excerpt }: GuardClause, { language }: FileModel): boolean =>
  language === 'python' && /^assert\b/.test(excerpt);

/** It only checked the result of a call that the function no longer makes. A call whose result is now dropped is still made. */
function isOfLostCall({ condition, excerpt }: GuardClause, before: FunctionModel, after: FunctionModel): boolean {
  if (!/^(\w*[eE]rr\w* != nil|! ok)$/.test(condition)) return false;
  const called = /(?::=|=)\s*([\w.]+)\(/.exec(excerpt.split('{')[0]!)?.[1];
  if (called) return !after.tokens.join('').includes(`${called}(`);
  const made = ({ tokens }: FunctionModel): number =>
    times(tokens.join(' '), /ok/.test(condition) ? 'ok :=' : 'err :=');
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

function times(text: string, needle: string): number {
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
