import { isNoise } from './noise.ts';
import { plainText } from './plain-text.ts';

const CUT_MARK = '…[truncated]…\n';

/**
 * The end of a command's output as a prompt may show it: at most `maxChars` code points with the mark of the cut
 * included, never cut inside a character that people see as one. What package managers, make and coverage reporters
 * print after a failure is left out first, and where that is not enough every line that tells nothing of a failure.
 */
export function excerptOf(output: string, maxChars: number): string {
  const lines = withoutTrailingNoise(withoutCoverageTable(plainText(output).trim().split('\n')));
  const text = lines.join('\n');
  if (length(text) <= maxChars) return text;
  const telling = lines.filter((line) => !isNoise(line)).join('\n') || text;
  const room = maxChars - length(CUT_MARK);
  return room < 1 ? tail(telling, maxChars) : `${CUT_MARK}${tail(telling, room)}`;
}

const TRAILING_NOISE = [
  /^\s*$/,
  /^npm (?:ERR!|(?:error|notice|warn)\b)/i,
  /^\s?ELIFECYCLE\b|^\s?ERR_PNPM_/,
  /^error Command failed with exit code|^info Visit https:\/\/yarnpkg\.com/,
  /^make(?:\[\d+\])?: (?:\*\*\*|Leaving directory)/,
  /^\[ERROR\]\s*(?:$|-> \[Help|\[Help|To see the full|Re-run Maven|For more information|Please refer to)/,
];

/** A script runner's own two lines before the script: `> app@1.0.0 test` and `> vitest run`. */
const BANNER = /^(?:>|\$) |^\s*$/;

function withoutTrailingNoise(lines: string[]): string[] {
  const last = lines.findLastIndex((line) => !TRAILING_NOISE.some((noise) => noise.test(line)));
  const kept = lines.slice(0, last + 1);
  return kept.every((line) => BANNER.test(line)) ? lines : kept;
}

const TABLE_RULE = /^-[-|]*\|[-|]*$/;

function withoutCoverageTable(lines: string[]): string[] {
  const first = lines.findIndex((line) => TABLE_RULE.test(line));
  const last = lines.findLastIndex((line) => TABLE_RULE.test(line));
  if (first === last || !lines.slice(first, last + 1).every((line) => line.includes('|'))) return lines;
  const kept = [...lines.slice(0, first), ...lines.slice(last + 1)];
  return kept.every((line) => BANNER.test(line)) ? lines : kept;
}

function tail(text: string, maxChars: number): string {
  // A visible character seldom has more than 8 code units; of one cut by this window only the rest would be seen.
  const start = Math.max(0, text.length - maxChars * 8 - 64);
  const characters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text.slice(start))];
  let room = maxChars;
  const first = characters.findLastIndex(({ segment }) => {
    room -= length(segment);
    return room < 0;
  });
  const whole = characters.slice(Math.max(first, start > 0 ? 0 : -1) + 1);
  return whole.map(({ segment }) => segment).join('');
}

function length(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
