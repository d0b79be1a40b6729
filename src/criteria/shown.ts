import { cutAfter } from '../core/characters.ts';
import { excerptOf } from '../core/excerpt.ts';
import { failuresIn } from '../core/failures/find.ts';
import { headline } from '../core/failures/show.ts';
import { plainText } from '../core/plain-text.ts';
import type { Verdict } from '../core/verdict.ts';
import { readTail } from '../process/tail.ts';

/** Failures that stand further back than this in an output are not found. */
const READ_BYTES = 2 * 1024 * 1024;
const MAX_FAILURES = 10;
const MAX_CHARS = 240;

/** What the next prompt may show of a command's output, and the failures it tells of. Empty where there is no file. */
export async function shownOf(
  path: string,
  maxChars: number,
): Promise<Required<Pick<Verdict, 'excerpt' | 'failures'>>> {
  const output = await readTail(path, READ_BYTES);
  const found = failuresIn(plainText(output)).slice(0, MAX_FAILURES);
  return {
    excerpt: excerptOf(output, maxChars),
    failures: found.map((failure) => ({
      name: cutAfter(failure.name, MAX_CHARS),
      message: cutAfter(headline(failure), MAX_CHARS),
      location: failure.location && cutAfter(failure.location, MAX_CHARS),
    })),
  };
}
