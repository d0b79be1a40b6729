import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scoredRecords } from '../../test/support/scored-loop.ts';
import { until } from '../../test/support/until.ts';
import { fold } from '../core/fold.ts';
import type { LoopState } from '../core/state/state.ts';
import { encode, genesis } from '../store/chain.ts';
import { type LoopPaths, loopPaths } from '../store/layout.ts';
import { readSummary } from '../store/summary.ts';
import { agentStarted } from '../testing/builders.ts';
import { rememberSummary } from './remember-summary.ts';

const records = scoredRecords({ iterations: [{ score: 0.4 }], later: [agentStarted(2)] });
let folder: string;
let paths: LoopPaths;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-remember-'));
  paths = loopPaths({ loops: folder }, 'fix-tests-00000000');
  await mkdir(paths.folder);
  let link = genesis('fix-tests-00000000');
  for (const { at, event } of records) {
    const encoded = encode(link, at, event);
    link = encoded.link;
    await appendFile(paths.log, encoded.line);
  }
  await writeFile(paths.head, `${String(link.seq).padStart(16, '0')} ${link.hash}\n`);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('while an agent works, the summary says so without the log being read', async () => {
  const remembered = rememberSummary(paths, 1);
  remembered.observe(fold(records) as LoopState);
  await until('the summary is saved', () => readSummary(paths) !== null);
  remembered.stop();
  const { summary, overview } = readSummary(paths) ?? {};
  expect(summary).toMatchObject({ status: 'running', iterations: 1 });
  expect(overview?.phase).toEqual({ kind: 'agent', iteration: 2 });
});
