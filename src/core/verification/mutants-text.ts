import { percentage } from '../metrics/metrics.ts';
import type { MutantCounts, Unmutated } from '../metrics/mutants.ts';

export interface MutantsTested {
  counts: MutantCounts;
  unsupported: readonly Unmutated[];
  problem?: string | undefined;
  durationMs: number;
  /** One run of all tests; null if it is unknown. */
  testRunMs: number | null;
}

/** `mutants: 8 of 10 killed (80 %), 2 survived; 1 timed out; 6.1 s, 3.2 × a test run`. */
export function mutantsText({ counts, unsupported, problem, durationMs, testRunMs }: MutantsTested): string {
  if (problem !== undefined) return `mutants not tested: ${problem}`;
  const { killed, survived, timedOut, invalid, untried, possible } = counts;
  const valid = killed + survived;
  const left = possible - valid - timedOut - invalid - untried;
  const share = percentage(killed, valid);
  const seconds = `${Math.round(durationMs / 100) / 10} s`;
  const parts: [number, string][] = [
    [timedOut, 'timed out'],
    [invalid, 'could not be loaded'],
    [untried, 'not tried for want of time'],
    [left, 'not in the sample'],
  ];
  return [
    `mutants: ${killed} of ${valid} killed${share === null ? '' : ` (${share} %)`}${survived > 0 ? `, ${survived} survived` : ''}`,
    ...parts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : [])),
    ...unsupported.map(({ reason, count }) => `${count} ${count === 1 ? 'file' : 'files'} left out: ${reason}`),
    testRunMs ? `${seconds}, ${Math.round((durationMs / testRunMs) * 10) / 10} × a test run` : seconds,
  ].join('; ');
}
