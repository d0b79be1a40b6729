import type { RepairTest, TestOutcome } from './model.ts';

const NAME = 'the file itself';
/** The message of a test or a test file that was still running when its time was up. */
export const DID_NOT_END = 'it timed out';

/** Stands for a test file that could not be loaded or timed out, in place of its unseen tests. */
export function wholeFile(file: string, failure: Pick<RepairTest, 'message' | 'frames'>): RepairTest {
  return { id: `${file} › ${NAME}`, file, name: NAME, status: 'failed', covered: null, ...failure };
}

/** Such a stand-in: once the file loads, its tests have names of their own. */
export function isWholeFile(id: string): boolean {
  return id.endsWith(` › ${NAME}`);
}

/** Files that failed as a whole before, and whose tests this run reported. */
export function wholeFilesRun({ tests }: TestOutcome, failing: ReadonlySet<string>): string[] {
  const reportedFiles = new Set(tests.flatMap(({ file, name }) => (file !== null && name !== NAME ? [file] : [])));
  const whole = new Set(tests.filter(({ name }) => name === NAME).map(({ file }) => file));
  return [...reportedFiles].filter((file) => failing.has(`${file} › ${NAME}`) && !whole.has(file));
}
