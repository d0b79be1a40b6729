import type { NamedTests } from '../metrics/lost-tests.ts';

/** What was edited so that it must fail. */
interface Edited {
  tests: readonly string[];
  pattern: string;
}

/** How a run with edited tests ended. */
export interface EditedRun {
  /** Null if no names were reported. */
  tests: NamedTests | null;
  /** `failed`: a command that runs tests did not hold, as it must not. */
  outcome: 'held' | 'failed' | 'unmeasured';
}

export type EditedResult = 'failed' | 'passed' | 'crashed' | 'unknown';

/**
 * How each test came out that had to fail. One that is not reported under its name may be under another that its
 * definition makes; if it is not reported at all, it failed with its run, or the run held although it should not have.
 */
export function editedResults<T extends Edited>(
  edits: readonly T[],
  run: EditedRun,
  original: NamedTests,
): { edit: T; test: string; result: EditedResult }[] {
  return edits.flatMap((edit) => {
    const form = new RegExp(edit.pattern, 's');
    const renamed = [...(run.tests ?? [])].filter(([id]) => !original.has(id) && form.test(id.replace(/ #\d+$/, '')));
    return edit.tests.map((test) => ({ edit, test, result: resultOf(test, renamed, run) }));
  });
}

function resultOf(test: string, renamed: readonly (readonly [string, string])[], run: EditedRun): EditedResult {
  if (run.outcome === 'unmeasured') return 'unknown';
  const status = run.tests?.get(test);
  if (status === 'failed' || status === 'passed') return status;
  if (status) return 'unknown';
  if (renamed.some(([, other]) => other === 'passed')) return 'passed';
  if (renamed.some(([, other]) => other === 'failed')) return 'failed';
  return run.outcome === 'failed' ? 'crashed' : 'passed';
}
