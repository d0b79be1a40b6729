import type { EditedResult } from './edited-results.ts';
import type { WithoutChange } from './new-tests.ts';

/** How a new test came out wherever it was tried. */
export interface TaskTest {
  test: string;
  withoutChange: WithoutChange;
  /** With another expected value, or with a statement that must fail; null if it could not be edited. */
  edited: { result: EditedResult; how: 'flip' | 'canary'; values: readonly string[] } | null;
  /** With every function that the change wrote returning nothing. */
  emptied: 'passed' | 'failed' | 'unknown';
}

interface JudgedTests {
  shown: string[];
  unshown: { test: string; reason: string }[];
}

/**
 * Which new tests show the task. They need the change and not just its names, they can fail, and together they compare with
 * more than one value that code without any sense would give, too.
 */
export function judgeTaskTests(tests: readonly TaskTest[]): JudgedTests {
  const judged = tests.map((one) => ({ ...one, reason: whyNotShown(one) }));
  const shown = judged.filter(({ reason }) => reason === null);
  const unshown = judged.flatMap(({ test, reason }) => (reason === null ? [] : [{ test, reason }]));
  const values = [...new Set(shown.flatMap(({ edited }) => edited?.values ?? []))];
  if (shown.length > 0 && values.length < 2 && values.every(isTrivial)) {
    const reason = `it only compares with ${values[0] ?? 'nothing'}; another case has to expect something else`;
    return { shown: [], unshown: [...shown.map(({ test }) => ({ test, reason })), ...unshown] };
  }
  return { shown: shown.map(({ test }) => test), unshown };
}

function whyNotShown({ withoutChange, edited, emptied }: TaskTest): string | null {
  if (withoutChange === 'passes') return 'it passes without the change';
  if (withoutChange === 'unknown') return 'it did not run without the change';
  if (!edited) return 'it could not be tried with other expected values';
  if (edited.values.length === 0) return 'it asserts nothing that could fail';
  if (edited.result === 'passed') return 'it still passes with other expected values';
  if (edited.result === 'unknown') return 'its run with other expected values could not be measured';
  if (emptied === 'passed') return 'it passes if the functions of the change do nothing';
  // Without that run, a name that is missing would be all that it shows.
  if (emptied === 'unknown' && withoutChange === 'crashes')
    return 'without the change it cannot be loaded, which shows nothing of what the change does';
  if (emptied === 'unknown' && edited.how === 'canary') return 'no value that it compares could be changed';
  return null;
}

const TRIVIAL =
  /^(?:true|false|null|undefined|nil|none|nan|defined|no error|-?[01](?:\.0*)?|(['"`])\1|\[\s*\]|\{\s*\}|\(\s*\))$/i;

/** A value that code without any sense may give, too. */
export const isTrivial = (value: string): boolean => TRIVIAL.test(value);
