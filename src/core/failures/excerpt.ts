import { cutBefore, length } from '../text/characters.ts';
import { isNoise } from '../text/noise.ts';
import { plainText } from '../text/plain-text.ts';
import { failuresIn } from './find.ts';
import { showFailures } from './show.ts';

const CUT_MARK = '…[truncated]…\n';

/**
 * What a prompt may show of a command's output, in at most `maxChars` code points with the mark of a cut included, never
 * cut inside a character that people see as one. What package managers, make and coverage reporters print after a
 * failure is left out. If that is not enough, the failures: test by test with assertion and place, as far as the
 * output is understood; else the end of what remains without lines that say nothing about a failure.
 */
export function excerptOf(output: string, maxChars: number): string {
  const plain = plainText(output).trim();
  const lines = withoutTrailingNoise(withoutCoverageTable(plain.split('\n')));
  const text = lines.join('\n');
  if (length(text) <= maxChars) return text;
  const failing = showFailures(failuresIn(plain), maxChars);
  if (failing) return failing;
  const relevant = lines.filter((line) => !isNoise(line)).join('\n') || text;
  const room = maxChars - length(CUT_MARK);
  return room < 1 ? cutBefore(relevant, maxChars) : `${CUT_MARK}${cutBefore(relevant, room)}`;
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
  const remaining = lines.slice(0, last + 1);
  return remaining.every((line) => BANNER.test(line)) ? lines : remaining;
}

const TABLE_RULE = /^-[-|]*\|[-|]*$/;

function withoutCoverageTable(lines: string[]): string[] {
  const first = lines.findIndex((line) => TABLE_RULE.test(line));
  const last = lines.findLastIndex((line) => TABLE_RULE.test(line));
  if (first === last || !lines.slice(first, last + 1).every((line) => line.includes('|'))) return lines;
  const remaining = [...lines.slice(0, first), ...lines.slice(last + 1)];
  return remaining.every((line) => BANNER.test(line)) ? lines : remaining;
}
