import { type NamedTests, successorsOf } from '../metrics/lost-tests.ts';

export type WithoutChange = 'passes' | 'fails' | 'crashes' | 'unknown';

/**
 * How each new test came out on the baseline's source. New is one that passes now and that the baseline did not have, renames apart,
 * or that did not pass there and passes on the same source with what the iteration made of it.
 */
export function newTests(
  { before, after }: { before: NamedTests | null; after: NamedTests },
  run: { tests: NamedTests | null; failed: boolean },
  /** Files that the iteration's tests came from: if one cannot be loaded, its tests fail with it. */
  paths: readonly string[],
): { test: string; result: WithoutChange }[] {
  const renamed = new Set(before ? successorsOf(before, after).values() : []);
  return [...after].flatMap(([test, status]) => {
    if (status !== 'passed' || renamed.has(test) || before?.get(test) === 'passed') return [];
    const there = run.tests?.get(test);
    if (before?.has(test)) return there === 'passed' ? [{ test, result: 'passes' as const }] : [];
    if (there !== undefined) return [{ test, result: RESULT[there] ?? 'unknown' }];
    return [{ test, result: run.failed && isIn(test, paths) ? 'crashes' : 'unknown' }];
  });
}

/** Whether any test may be new, before anything is run. */
export function mayBeNew(before: NamedTests | null, after: NamedTests): boolean {
  return [...after].some(([test, status]) => status === 'passed' && before?.get(test) !== 'passed');
}

const RESULT: Record<string, WithoutChange> = { passed: 'passes', failed: 'fails' };

/** By its file, as most runners name it, by its folder's package, or by a module or class that is called like the file. */
function isIn(test: string, paths: readonly string[]): boolean {
  const [head = '', ...rest] = test.split(' › ');
  const parts = new Set([head.split('.').at(-1), ...rest]);
  return paths.some((path) => {
    const folder = path.split('/').slice(0, -1).join('/');
    const stem = path
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '');
    return endsWithPath(path, head) || (/_test\.go$/.test(path) && endsWithPath(head, folder)) || parts.has(stem);
  });
}

const endsWithPath = (path: string, end: string) => path === end || path.endsWith(`/${end}`) || end === '';
