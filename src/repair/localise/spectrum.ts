import type { RepairTest } from '../model/model.ts';
import { type LineScores, raise } from './line-scores.ts';

/**
 * How suspicious each line is, by the tests that ran it (Ochiai): failed / sqrt(all failed × all that ran it). Null if no
 * failing test has known lines.
 */
export function spectrum(tests: readonly RepairTest[]): LineScores | null {
  const tracedTests = tests.filter(({ covered, status }) => covered !== null && status !== 'skipped');
  const failing = tracedTests.filter(({ status }) => status === 'failed');
  if (!failing.some(({ covered }) => covered && covered.size > 0)) return null;
  const counts = new Map<string, { failed: number; passed: number }>();
  for (const { covered, status } of tracedTests) {
    for (const [path, lines] of covered ?? []) {
      for (const line of lines) {
        const key = `${line} ${path}`;
        const count = counts.get(key) ?? { failed: 0, passed: 0 };
        count[status === 'failed' ? 'failed' : 'passed'] += 1;
        counts.set(key, count);
      }
    }
  }
  const scores: LineScores = new Map();
  for (const [key, { failed, passed }] of counts) {
    const space = key.indexOf(' ');
    // With several bugs, a line that only one failing test runs may still be the culprit.
    const strongest = ochiai(failed, failing.length, passed);
    if (failed > 0)
      raise(
        scores,
        key.slice(space + 1),
        Number(key.slice(0, space)),
        Math.max(strongest, 0.7 * ochiai(failed, failed, passed)),
      );
  }
  return scores;
}

export function ochiai(failed: number, allFailed: number, passed: number): number {
  return failed === 0 ? 0 : failed / Math.sqrt(allFailed * (failed + passed));
}
