import { shownText } from '../core/failures/told.ts';
import { readTail } from '../process/tail.ts';

/** Failures that stand further back than this in an output are not found. */
export const READ_BYTES = 2 * 1024 * 1024;

/** What the next prompt may show of a command's output, and the failures it tells of. Empty where there is no file. */
export async function shownOf(path: string, maxChars: number): Promise<ReturnType<typeof shownText>> {
  return shownText(await readTail(path, READ_BYTES), maxChars);
}
