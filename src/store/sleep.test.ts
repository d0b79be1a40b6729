import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/project.ts';
import { fold } from '../core/fold.ts';
import type { Recorded } from '../core/state/events.ts';
import { loopCreated } from '../testing/builders.ts';
import { openLogForAppend } from './append-log.ts';

const MINUTE = 60_000;

test('the time in which the machine sleeps is recorded, and is no running time', async () => {
  const folder = temporaryFolder();
  const clock = { at: 1_000_000, beat: () => {} };
  const files = { path: join(folder, 'log.jsonl'), headPath: join(folder, 'head'), loop: 'sleepy-12345678' };
  const startBeating = (beat: () => void) => {
    clock.beat = beat;
    return () => {};
  };
  const awake = (minutes: number) => {
    for (let second = 0; second < minutes * 60; second += 5) {
      clock.at += 5000;
      clock.beat();
    }
  };
  const writer = await openLogForAppend({ ...files, now: () => clock.at, startBeating });
  const written: Recorded[] = [await writer.append(loopCreated({}))];
  written.push(await writer.append({ type: 'session-started', pid: 1, resumed: false }));
  awake(10);
  clock.at += 8 * 60 * MINUTE;
  awake(1);
  written.push(await writer.append({ type: 'checks-started', iteration: 0 }));
  awake(2);
  written.push(await writer.append({ type: 'checks-started', iteration: 0 }));
  await writer.close();

  expect(written.map(({ slept }) => slept ?? 0)).toEqual([0, 0, 8 * 60 * MINUTE, 0]);
  expect(fold(written)?.activeMs).toBe(13 * MINUTE);
  const read: Recorded[] = [];
  await (await openLogForAppend({ ...files, onRecord: (recorded) => read.push(recorded) })).close();
  expect(read).toEqual(written);
});
