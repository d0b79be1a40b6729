import { cutAfter } from '../text/characters.ts';
import { plainText } from '../text/plain-text.ts';
import { excerptOf } from './excerpt.ts';
import { failuresIn } from './find.ts';
import type { ReportedFailure } from './reported-failure.ts';
import { headline } from './show.ts';

export const MAX_FAILURES = 10;
const MAX_CHARS = 240;

/** What the next prompt may show of a command's output, and the failures in it. */
export function summarizeOutput(output: string, maxChars: number): { excerpt: string; failures: ReportedFailure[] } {
  const found = failuresIn(plainText(output)).slice(0, MAX_FAILURES);
  return {
    excerpt: excerptOf(output, maxChars),
    failures: found.map((failure) =>
      shortened({ name: failure.name, message: headline(failure), location: failure.location }),
    ),
  };
}

export function shortened({ name, message, location }: ReportedFailure): ReportedFailure {
  return {
    name: cutAfter(name, MAX_CHARS),
    message: cutAfter(message, MAX_CHARS),
    location: location && cutAfter(location, MAX_CHARS),
  };
}
