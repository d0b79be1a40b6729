import { summarizeOutput } from '../../core/failures/summarize-output.ts';
import { readTail } from '../../process/tail.ts';

/** Failures further than this from the end of the output are not found. */
export const READ_BYTES = 2 * 1024 * 1024;

/** The excerpt of a command's output for the next prompt, and the failures in it. Empty if there is no file. */
export async function readExcerpt(path: string, maxChars: number): Promise<ReturnType<typeof summarizeOutput>> {
  return summarizeOutput(await readTail(path, READ_BYTES), maxChars);
}
