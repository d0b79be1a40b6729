import { metricValue, wholeTests } from '../metrics/metrics.ts';
import type { IterationState } from '../state/state.ts';
import { isNoise } from '../text/noise.ts';
import { plainText } from '../text/plain-text.ts';

/** What the loop was measured by, as one string; null if the tests could not be counted. */
export function metricSignature({ metrics }: IterationState): string | null {
  if (!metrics || !wholeTests(metrics)) return null;
  return ['test_count', 'pass_rate', 'coverage', 'error_count'].map((name) => metricValue(metrics, name)).join('|');
}

const ERROR =
  /\b(?:actual|received|got|want|\w*error|\w*exception|assert\w*|expected|fail(?:ed|ure)?|not ok|panicked|cannot|undefined)\b|✗|✖|×|!==| [!=]= /i;
const MAX_LINES = 6;

/**
 * The failure in words that do not change from run to run: the first lines that name an error, without numbers,
 * addresses, times and paths. Null if nothing failed, or nothing was printed.
 */
export function errorSignature({ verdicts }: IterationState): string | null {
  const parts = (verdicts ?? [])
    .filter(({ outcome }) => outcome !== 'pass')
    .map(({ criterion, excerpt, reason }) => {
      const lines = plainText(excerpt)
        .split('\n')
        .filter((line) => !isNoise(line));
      const errors = lines.filter((line) => ERROR.test(line)).slice(0, MAX_LINES);
      return `${criterion}: ${(errors.length > 0 ? errors : [reason]).map(normalised).join(' / ')}`;
    });
  const hasOutput = (verdicts ?? []).some(({ outcome, excerpt }) => outcome !== 'pass' && excerpt.trim() !== '');
  return hasOutput ? parts.join('\n') : null;
}

function normalised(line: string): string {
  return line
    .trim()
    .replace(/0x[0-9a-f]+/gi, '#')
    .replace(/(?:[\w.@-]*\/)+([\w.@-]+)/g, '$1')
    .replace(/:\d+(?::\d+)?\b/g, '')
    .replace(/\d+(?:\.\d+)?\s*(?:ms|s|seconds?)\b/g, '#')
    .replace(/\s+/g, ' ');
}
