import type { RepairTest, TestOutcome } from './model.ts';

const NAME = 'the file itself';
/** What is said of a test, or of a file of tests, that was still at work when its time was up. */
export const DID_NOT_END = 'it did not come to an end';

/** Stands for a file of tests that could not be loaded or did not come to an end, in the place of the tests nobody saw. */
export function wholeFile(file: string, failure: Pick<RepairTest, 'message' | 'frames'>): RepairTest {
  return { id: `${file} › ${NAME}`, file, name: NAME, status: 'failed', covered: null, ...failure };
}

/** Files that were seen to fail as a whole, and of which this run told tests. */
export function wholeFilesRun({ tests }: TestOutcome, failing: ReadonlySet<string>): string[] {
  const told = new Set(tests.flatMap(({ file, name }) => (file !== null && name !== NAME ? [file] : [])));
  const whole = new Set(tests.filter(({ name }) => name === NAME).map(({ file }) => file));
  return [...told].filter((file) => failing.has(`${file} › ${NAME}`) && !whole.has(file));
}
