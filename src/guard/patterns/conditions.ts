import type { Branch } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { type FunctionPair, type PlacedFunction, subjectOf } from '../align/functions.ts';
import { similarity } from '../align/similarity.ts';
import { at, lossOf } from '../finding/loss.ts';
import type { Reason } from '../finding/reasons.ts';
import type { Loss } from '../finding/types.ts';
import { addTestEvidence } from './evidence.ts';

/** Branches as they were, behind a condition that no longer depends on anything. */
export const fixedConditions = (comparison: TreeComparison): Loss[] =>
  changedConditions(comparison, ({ before, after }) => {
    const olds = before.function.branches.filter((one) => one.fixed === null);
    const gone = without(olds, after.function.branches);
    const fresh = without(after.function.branches, before.function.branches);
    return fresh
      .filter((one) => one.fixed !== null)
      .flatMap((now) => {
        const old =
          now.kind === 'logic'
            ? lostOperand(now, before, after)
            : gone.find(
                (one) => one.kind === now.kind && isSameCode(one.body, now.body) && !isAskedElsewhere(one, fresh),
              );
        const name = after.function.qualified;
        return old ? [{ old, now, reason: ['condition-fixed', name, old.condition, now.condition, now.fixed!] }] : [];
      });
  });

/** Branches as they were, behind the opposite of their condition. */
export const invertedConditions = (comparison: TreeComparison): Loss[] =>
  changedConditions(comparison, ({ before, after }) => {
    const gone = without(before.function.branches, after.function.branches);
    const fresh = without(after.function.branches, before.function.branches);
    return fresh.flatMap((now) => {
      const old = gone.find(
        (one) =>
          one.kind === now.kind &&
          one.fixed === null &&
          one.meaning === now.meaning &&
          one.negated !== now.negated &&
          isSameCode(one.body, now.body) &&
          isSameCode(one.otherwise, now.otherwise),
      );
      const name = after.function.qualified;
      return old ? [{ old, now, reason: ['condition-inverted', name, old.condition, now.condition] }] : [];
    });
  });

interface Changed {
  old: Pick<Branch, 'condition' | 'text' | 'line'>;
  now: Branch;
  reason: Reason;
}

const changedConditions = (comparison: TreeComparison, find: (pair: FunctionPair) => Changed[]): Loss[] =>
  comparison.functions.pairs
    .filter(({ before, after }) => after.file.role === 'source' && before.function.tokens !== after.function.tokens)
    .flatMap((pair) => find(pair).map((changed) => lossOfCondition(pair, changed, comparison)));

function lossOfCondition(
  { before, after }: FunctionPair,
  { old, now, reason }: Changed,
  comparison: TreeComparison,
): Loss {
  const isCheck = before.function.guards.some(({ condition }) => condition === old.condition);
  const subject = [after.function.name, old.condition, old.text, after.path];
  const loss = lossOf(at(before.path, old), at(after.path, now), reason, subject);
  const kind = isCheck ? 'validation_bypass' : 'feature_removal';
  return addTestEvidence({ ...loss, kind }, [subjectOf(after)], comparison);
}

/** The branches that are not among the others, counted by their conditions. */
function without(branches: readonly Branch[], others: readonly Branch[]): Branch[] {
  const left = new Map<string, number>();
  const key = ({ kind, condition }: Branch): string => `${kind} ${condition}`;
  for (const one of others) left.set(key(one), (left.get(key(one)) ?? 0) + 1);
  return branches.filter((one) => {
    const count = left.get(key(one)) ?? 0;
    left.set(key(one), count - 1);
    return count <= 0;
  });
}

/** Branches that the function had, and no longer has with the same condition. */
export const missingBranches = ({ before, after }: FunctionPair): Branch[] =>
  without(before.function.branches, after.function.branches);

const isSameCode = (a: readonly string[], b: readonly string[]): boolean => similarity(a, b) >= 0.8;

/** `while (more) …` became `while (true) { if (!more) break; … }`: the question is asked in another place. */
const isAskedElsewhere = ({ meaning }: Branch, fresh: readonly Branch[]): boolean =>
  fresh.some((one) => one.fixed === null && one.meaning.includes(meaning));

/** What the expression still names and no longer depends on stood in the function before, and counted there. */
function lostOperand(
  { condition, line }: Branch,
  before: PlacedFunction,
  after: PlacedFunction,
): Changed['old'] | null {
  const operands = condition.split(/ (?:&&|\|\||and|or) /).map((one) => one.replace(/^[( !]+|[) ]+$/g, ''));
  const [then, now] = [before, after].map(({ function: { tokens } }) => ` ${tokens.join(' ')} `) as [string, string];
  const times = (text: string, part: string): number => text.split(` ${part} `).length - 1;
  const lost = operands.find(
    (one) =>
      /[A-Za-z_$]{2}/.test(one) && !constant.test(one) && times(then, one) > 0 && times(now, one) <= times(then, one),
  );
  return lost === undefined ? null : { condition: lost, text: '', line: Math.min(line, before.function.line) };
}

const constant = /^(true|false|True|False|null|None|nil|undefined)$/;
