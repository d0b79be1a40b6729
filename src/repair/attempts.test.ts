import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countAttempts } from './attempts.ts';
import { openMemory } from './memory.ts';
import type { Candidate } from './model/model.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jumar-attempts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const candidate = (path: string, line: number, operator: string): Candidate => ({
  path,
  line,
  operator,
  edits: [],
  label: '',
  priority: 1,
});
const all = [candidate('a.py', 3, 'constant'), candidate('a.py', 3, 'logic'), candidate('b.py', 1, 'constant')];

/** One iteration that tries so many of them. */
async function iteration(count: number) {
  const memory = await openMemory(folder);
  const attempts = countAttempts(memory, all.length);
  for (const one of attempts.drawnFrom(all)) {
    const program = all.indexOf(one).toString(16);
    if (memory.wasTried(BigInt(`0x${program}`))) continue;
    if (count-- === 0) break;
    memory.add({ type: 'tried', program, places: [`${one.path}:${one.line}`] });
    attempts.count([one]);
  }
  return { summary: attempts.summary(), left: attempts.left(), memory };
}

test('what was tried is told with where, and with what earlier iterations tried', async () => {
  const first = await iteration(1);
  expect(first.summary).toBe('tried 1 change in 1 place of 1 file (1 constant)');
  const second = await iteration(9);
  expect(second.summary).toBe(
    'tried 2 changes, after 1 in earlier iterations, in 2 places of 2 files (1 logic, 1 constant)',
  );
  expect(second.left).toBe(0);
  expect((await iteration(9)).summary).toBe('tried 0 changes, after 3 in earlier iterations, in 2 places of 2 files');
});

test('a search that is much larger than its time says so, with the rate, once the rate is known', async () => {
  const many = 5000;
  const attempts = countAttempts(await openMemory(folder), many);
  expect(attempts.outlook(20, 10_000, 60_000)).toBe(
    'this search will not finish in its time: 5000 changes are left, 2.0 a second are tried, so about 120 more; the likeliest come first. A faster test command or repair.budgetSeconds gets further',
  );
  expect(attempts.outlook(20, 1000, 60_000)).toContain('20 a second are tried, so about 1200 more');
  expect(attempts.outlook(20, 200, 60_000)).toBeNull();
  expect(countAttempts(await openMemory(folder), 30).outlook(20, 10_000, 60_000)).toBeNull();
});

test('that nothing is left is remembered for this program and these commands alone', async () => {
  const { memory } = await iteration(9);
  memory.add({ type: 'exhausted', base: 'f', commands: ['node --test'], reason: 'all tried' });
  for (const one of [memory, await openMemory(folder)]) {
    expect(one.exhausted('f', ['node --test'])).toBe('all tried');
    expect(one.exhausted('e', ['node --test'])).toBeNull();
    expect(one.exhausted('f', ['npm test'])).toBeNull();
  }
});
