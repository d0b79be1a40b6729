import type { Branch, FileModel } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { type FunctionPair, subjectOf } from '../align/functions.ts';
import { containment, similarity } from '../align/similarity.ts';
import { at, lossOf } from '../finding/loss.ts';
import type { Loss } from '../finding/types.ts';
import { missingBranches } from './conditions.ts';
import { addTestEvidence } from './evidence.ts';

/** Branches, cases and handlers of functions that stay, which nothing in the change takes over. */
export function lostBranches(comparison: TreeComparison): Loss[] {
  const count = counter(comparison);
  return comparison.functions.pairs.flatMap((pair) => {
    const { before, after } = pair;
    if (after.file.role !== 'source' || before.function.tokens === after.function.tokens) return [];
    if (after.function.stub !== null) return [];
    const gone = missingBranches(pair).filter(
      (one) => vanishes.test(one.kind) && one.fixed === null && !isGuard(one, pair) && !isStillDone(one, pair),
    );
    const lost = gone.filter((one) => isNowhereElse(one, count));
    const whole = lost.filter((one) => !lost.some((other) => other !== one && contains(other, one)));
    if (whole.length === 0 || !isReduced(pair, whole)) return [];
    return [lossOfBranches(pair, whole, comparison)];
  });
}

const vanishes = /^(if|case|handler)$/;

/** `validation-removed` looks at checks; a branch that only leaves or logs did no work. */
const isGuard = ({ condition }: Branch, { before: { function: one } }: FunctionPair): boolean =>
  [...one.guards, ...one.softExits].some((guard) => guard.condition === condition);

/** Its question or what it does is still in the function, in other words or under another condition. */
const isStillDone = ({ meaning, body }: Branch, { after }: FunctionPair): boolean =>
  after.function.branches.some((one) => one.meaning.includes(meaning)) ||
  (body.length >= SMALL && containment(body, after.function.tokens) > 0.7);

const SMALL = 8;

/** The values, the calls and the members that say what it was for: fewer of them are left, everywhere in the change. */
function isNowhereElse({ condition, body }: Branch, count: Counter): boolean {
  const label = condition.split(' ');
  const own = [...telling(label), ...telling(body)];
  const different = [...new Set(own)];
  if (different.length < 2) return false;
  const left = different.filter((one) => count.after(one) > count.before(one) - own.filter((it) => it === one).length);
  return left.length === 0;
}

const telling = (tokens: readonly string[]): string[] =>
  tokens.filter(
    (token, i) =>
      /^\w{0,2}"[^"]+"$/.test(token) ||
      (/^-?\d[\w.]*$/.test(token) && !/^-?[01]$/.test(token)) ||
      (/^[A-Za-z_$][\w$]{2,}$/.test(token) &&
        (tokens[i + 1] === '(' || /^(\.|\?\.|::)$/.test(tokens[i - 1] ?? '') || /^[A-Z]/.test(token))),
  );

interface Counter {
  before(token: string): number;
  after(token: string): number;
}

/** How often a token stands in the source of the change. */
function counter({ files }: TreeComparison): Counter {
  const of = (side: 'before' | 'after') => {
    let counts: Map<string, number> | null = null;
    return (token: string): number => {
      counts ??= counted(files.flatMap((file) => (file[side]?.role === 'source' ? [file[side]] : [])));
      return counts.get(token) ?? 0;
    };
  };
  return { before: of('before'), after: of('after') };
}

function counted(files: FileModel[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { tokens } of files) for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

const contains = (outer: Branch, inner: Branch): boolean =>
  outer.body.length > inner.body.length &&
  [outer.body, outer.otherwise].some((tokens) => ` ${tokens.join(' ')} `.includes(` ${inner.condition} `)) &&
  containment(inner.body, [...outer.body, ...outer.otherwise]) === 1;

/** Apart from the branches the function stayed, and gained almost nothing. */
function isReduced({ before, after }: FunctionPair, lost: Branch[]): boolean {
  const size = lost.reduce((sum, one) => sum + one.body.length + one.condition.split(' ').length, 0);
  const gained = after.function.tokens.length * (1 - containment(after.function.tokens, before.function.tokens));
  const rest = Math.max(1, before.function.tokens.length - size - 6 * lost.length);
  return (
    gained <= Math.max(6, size * 0.25) &&
    similarity(after.function.tokens, before.function.tokens) > 0 &&
    after.function.tokens.length >= rest * 0.85
  );
}

function lossOfBranches({ before, after }: FunctionPair, lost: Branch[], comparison: TreeComparison): Loss {
  const [first] = lost as [Branch, ...Branch[]];
  const loss = lossOf(
    at(before.path, first),
    at(after.path, after.function),
    ['branch-gone', after.function.qualified, names[first.kind] ?? '', first.condition, lost.length - 1],
    [after.function.name, after.path, ...lost.map((one) => `${one.condition} ${one.body.join(' ')}`)],
  );
  return addTestEvidence(loss, [subjectOf(after)], comparison);
}

const names: Partial<Record<Branch['kind'], string>> = {
  if: 'the branch for',
  case: 'the case',
  handler: 'the handler of',
};
