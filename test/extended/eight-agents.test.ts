import { expect, test } from 'vitest';
import { hasProc } from '../../src/process/stat.ts';
import { runAtOnce } from '../support/eight-agents.ts';

const CHARS = 50_000;
const FEW = 200;
const MANY = 2000;

test.skipIf(!hasProc)('eight at once: memory does not grow with what the agents say', async () => {
  const counts = [MANY, FEW, FEW, FEW, MANY, FEW, FEW, FEW];
  const peaks = (await runAtOnce(counts, CHARS)).map(Number);
  const of = (lines: number) => peaks.filter((_, index) => counts[index] === lines);
  const grown = Math.max(...of(MANY)) - Math.min(...of(FEW));
  expect(grown).toBeLessThan(((MANY - FEW) * CHARS) / 2);
});
