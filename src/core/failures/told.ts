import { cutAfter } from '../characters.ts';
import { excerptOf } from '../excerpt.ts';
import { plainText } from '../plain-text.ts';
import type { ToldFailure } from '../verdict.ts';
import { failuresIn } from './find.ts';
import { headline } from './show.ts';

export const MAX_FAILURES = 10;
const MAX_CHARS = 240;

/** What the next prompt may show of a command's output, and the failures it tells of. */
export function shownText(output: string, maxChars: number): { excerpt: string; failures: ToldFailure[] } {
  const found = failuresIn(plainText(output)).slice(0, MAX_FAILURES);
  return {
    excerpt: excerptOf(output, maxChars),
    failures: found.map((failure) =>
      shortened({ name: failure.name, message: headline(failure), location: failure.location }),
    ),
  };
}

export function shortened({ name, message, location }: ToldFailure): ToldFailure {
  return {
    name: cutAfter(name, MAX_CHARS),
    message: cutAfter(message, MAX_CHARS),
    location: location && cutAfter(location, MAX_CHARS),
  };
}
