import { significant } from '../../core/task/expectation.ts';
import { subjectsToRemove } from '../../core/task/requested-removal.ts';

/**
 * Whether a test file only lost what the task asks to remove: every statement that is gone names it, all others are there word for
 * word, and nothing was added. Imports may lose names.
 */
export function removesAsAsked(task: string, before: string, after: string | null): boolean {
  const subjects = subjectsToRemove(task);
  if (subjects.size === 0) return false;
  const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
  const hunks = differences(linesOf(before), linesOf(after ?? ''));
  if (hunks === null) return false;
  const isNamed = (text: string) => significant(text).some((word) => subjects.has(word));
  return hunks.every(({ removed, added }) => {
    const remaining = statementsIn(added);
    const areGone = statementsIn(removed).every((statement) => {
      const lost = remaining[0] === undefined ? null : without(wordsOf(statement), wordsOf(remaining[0]));
      if (lost?.some(isNamed) && lost.every((word) => SEPARATES.test(word) || isNamed(word))) return remaining.shift();
      return isNamed(statement) || IMPORT.test(statement);
    });
    return areGone && remaining.length === 0;
  });
}

interface Hunk {
  removed: string[];
  added: string[];
  /** The line before it. */
  previous: string | undefined;
}

const MOST_CELLS = 4_000_000;

/** Line by line, each as early as possible; null if there is too much to compare. */
function differences(before: readonly string[], after: readonly string[]): Hunk[] | null {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  const [old, now] = [before.slice(start), after.slice(start)];
  if (old.length * now.length > MOST_CELLS) return null;
  const common = commonLengths(old, now);
  const hunks: Hunk[] = [];
  let hunk: Hunk | null = null;
  for (let i = 0, j = 0; i < old.length || j < now.length; ) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      hunk = null;
      i++;
      j++;
      continue;
    }
    if (!hunk) {
      hunk = { removed: [], added: [], previous: before[start + i - 1] };
      hunks.push(hunk);
    }
    if (j >= now.length || (i < old.length && common(i + 1, j) >= common(i, j + 1)))
      hunk.removed.push(old[i++] as string);
    else hunk.added.push(now[j++] as string);
  }
  return hunks.map((one) => ({ ...one, removed: fromAnnotation(one) }));
}

/** Tests that begin with the same annotation: the one before the removed test is its own, and the last one that of the next. */
function fromAnnotation({ removed, added, previous }: Hunk): string[] {
  const last = removed.at(-1);
  const isNext = added.length === 0 && last !== undefined && last === previous && PRECEDES.test(last);
  return isNext ? [last, ...removed.slice(0, -1)] : removed;
}

/** Of the rests from two lines on: how many lines they have in common, in order. */
function commonLengths(old: readonly string[], now: readonly string[]): (i: number, j: number) => number {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        old[i] === now[j]
          ? (lengths[(i + 1) * width + j + 1] as number) + 1
          : Math.max(lengths[(i + 1) * width + j] as number, lengths[i * width + j + 1] as number);
    }
  }
  return (i, j) => lengths[i * width + j] as number;
}

/** Statements at the level of the first line, each with the comments and annotations before it. */
function statementsIn(lines: readonly string[]): string[] {
  const level = Math.min(...lines.map(indentOf));
  const found: string[] = [];
  let [depth, isOpen] = [0, false];
  for (const line of lines) {
    const begins = depth <= 0 && indentOf(line) <= level && !CLOSES.test(line) && !isOpen;
    if (begins || found.length === 0) found.push(line);
    else found[found.length - 1] += `\n${line}`;
    isOpen = PRECEDES.test(line) && depth <= 0;
    depth += depthOf(line);
  }
  return found;
}

/** Without what strings and comments hold. */
function depthOf(line: string): number {
  const code = line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '').replace(/\/\/.*$/, '');
  return (code.match(/[([{]/g)?.length ?? 0) - (code.match(/[)\]}]/g)?.length ?? 0);
}

/** What is left of the old words if the new ones are taken out in order; null if they are others. */
function without(old: readonly string[], now: readonly string[]): string[] | null {
  const lost: string[] = [];
  let next = 0;
  for (const word of old) {
    if (word === now[next]) next++;
    else lost.push(word);
  }
  return next === now.length ? lost : null;
}

const SEPARATES = /^[,;{}()[\]]$/;
const CLOSES = /^\s*(?:[)\]}]|end\b)/;
const PRECEDES = /^\s*(?:@|#\[|\/\/|\/\*|\*|#(?!\s*include))/;
/** Not one that runs something: `import './setup.js'`. */
const IMPORT =
  /^\s*(?:import\s+[^'"]|from\s+\S+\s+import\b|use\s|(?:const|let|var)\s+[^=]*=\s*require\(|#include\b|package\s|"[\w./-]+"$)/;
const wordsOf = (text: string) => text.match(/["'`][^"'`\n]*["'`]|\w+|[^\s\w]/g) ?? [];
const indentOf = (line: string) => line.search(/\S|$/);
