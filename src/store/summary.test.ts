import { appendFile, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scoredRecords } from '../../test/support/scored-loop.ts';
import { overviewOf } from '../core/analytics/overview.ts';
import { summaryOf } from '../core/analytics/summary.ts';
import { fold } from '../core/fold.ts';
import type { LoopState } from '../core/state/state.ts';
import { encode, genesis } from './chain.ts';
import { type LoopPaths, loopPaths } from './layout.ts';
import { markLog, readSummary, saveSummary } from './summary.ts';

let folder: string;
let paths: LoopPaths;
let state: LoopState;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-summary-'));
  paths = loopPaths({ loops: folder }, 'fix-tests-00000000');
  await mkdir(paths.folder);
  const records = scoredRecords({
    baseline: { score: 0.5 },
    iterations: [{ score: 0.9 }, { score: 0.7, classification: 'regression', decision: { action: 'rollback' } }],
    ended: { ending: 'stalled', reason: 'no progress' },
  });
  let link = genesis('fix-tests-00000000');
  const lines = records.map(({ at, event }) => {
    const encoded = encode(link, at, event);
    link = encoded.link;
    return encoded.line;
  });
  await writeFile(paths.log, Buffer.concat(lines));
  await writeFile(paths.head, `${String(link.seq).padStart(16, '0')} ${link.hash}\n`);
  state = fold(records) as LoopState;
  await saveSummary(paths, state, await markLog(paths));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a saved summary is read back', () => {
  expect(readSummary(paths)).toEqual({ summary: summaryOf(state), overview: overviewOf(state) });
  expect(readSummary(paths)?.summary).toMatchObject({
    best: 1,
    iterations: 2,
    rollbacks: 1,
    regressions: 1,
    scores: { baseline: 0.5, first: 0.9, best: 0.9, last: 0.7 },
    costUsd: null,
  });
});

test.each<[string, () => Promise<unknown>]>([
  ['the log has grown', () => appendFile(paths.log, '{')],
  [
    'the log was edited in place, keeping its length',
    async () => {
      const text = await readFile(paths.log, 'utf8');
      await writeFile(paths.log, text.replace('"score":0.7', '"score":0.8'));
    },
  ],
  [
    'the log was edited and its times put back',
    async () => {
      const text = await readFile(paths.log, 'utf8');
      await writeFile(paths.log, text.replace('"score":0.7', '"score":0.8'));
      await utimes(paths.log, 1, 1);
    },
  ],
  ['the head moved', () => writeFile(paths.head, `${'9'.padStart(16, '0')} ${'a'.repeat(64)}\n`)],
  ['the log is gone', () => rm(paths.log)],
  [
    'the summary itself was edited',
    async () => {
      const file = join(paths.folder, 'summary.json');
      await writeFile(file, (await readFile(file, 'utf8')).replace('"rollbacks":1', '"rollbacks":0'));
    },
  ],
  ['the summary is half written', () => writeFile(join(paths.folder, 'summary.json'), '{"version":1,')],
])('nothing is believed where %s', async (_, change) => {
  await change();
  expect(readSummary(paths)).toBeNull();
});

test('a log that grew while it was read is not summarised', async () => {
  await rm(join(paths.folder, 'summary.json'));
  const before = await markLog(paths);
  await appendFile(paths.log, '{}\n');
  await saveSummary(paths, state, before);
  expect(readSummary(paths)).toBeNull();
});

test('a state that the log has moved on from is not saved over a later one', async () => {
  const saved = readSummary(paths);
  await saveSummary(paths, { ...state, lastSeq: state.lastSeq - 1 }, await markLog(paths));
  expect(readSummary(paths)).toEqual(saved);
});
