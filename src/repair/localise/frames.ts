import type { RepairTest } from '../model/model.ts';
import { type LineScores, raise } from './line-scores.ts';

/** Lines in the stacks of failures: the line that threw scores highest, its callers less. */
export function frameScores(tests: readonly RepairTest[], isSource: (path: string) => boolean): LineScores {
  const scores: LineScores = new Map();
  for (const { frames, status } of tests) {
    if (status !== 'failed') continue;
    const own = frames.filter(({ path }) => isSource(path));
    for (const [depth, { path, line }] of own.entries()) raise(scores, path, line, 0.75 ** depth);
  }
  return scores;
}
