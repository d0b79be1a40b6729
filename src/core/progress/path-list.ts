import { oneLine } from '../text/one-line.ts';
import type { IterationContext } from './notes.ts';

const MAX_PATHS = 12;
const MAX_PATH = 120;

/** `a.js, b.js and 3 more`, or `none`. */
export function pathList({ count, paths }: IterationContext['filesChanged']): string {
  if (count === 0) return 'none';
  const listed = paths.slice(0, MAX_PATHS).map((path) => oneLine(path, MAX_PATH));
  const more = count - listed.length;
  return more > 0 ? `${listed.join(', ')} and ${more} more` : listed.join(', ');
}
