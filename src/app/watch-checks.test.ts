import { expect, test } from 'vitest';
import type { Activity } from '../ports/activity.ts';
import { watchChecks } from './watch-checks.ts';

function watched(chunks: string[]) {
  const reported: Extract<Activity, { type: 'check-activity' }>[] = [];
  const watch = watchChecks((activity) => {
    if (activity.type === 'check-activity') reported.push(activity);
  })('npm test');
  for (const chunk of chunks) watch.write(Buffer.from(chunk));
  watch.end();
  return reported;
}

test('a check is reported when it begins, and with what it printed by its end', () => {
  const [began, ended, ...more] = watched(['ok', ' 1\n\n\u001b[32mok 2\u001b[0m\n', 'no line end']);
  expect(began).toMatchObject({ command: 'npm test', lines: [], omitted: 0 });
  expect(ended).toMatchObject({ lines: ['ok 1', 'ok 2', 'no line end'], omitted: 0 });
  expect(more).toEqual([]);
});

test('of a flood the newest lines are reported, and how many came before', () => {
  const lines = Array.from({ length: 50_000 }, (_, n) => `line ${n}\n`).join('');
  const ended = watched([lines]).at(-1);
  expect(ended?.lines).toHaveLength(20);
  expect(ended?.lines.at(-1)).toBe('line 49999');
  expect(ended?.omitted).toBe(49_980);
});

test('a line without an end does not fill the memory', () => {
  for (const line of watched(['x'.repeat(300_000)]).at(-1)?.lines ?? []) expect(line).toHaveLength(400);
});
