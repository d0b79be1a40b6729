import { expect, test } from 'vitest';
import { changedBetween, namesIn } from './project-settings.ts';

const before = { limits: { maxIterations: 3, timeoutMinutes: 10 }, agent: { env: ['A'] } };

test.each<[string, Record<string, unknown>, Record<string, unknown>, string[]]>([
  ['nothing', before, {}, []],
  [
    'a value',
    { ...before, limits: { maxIterations: 5, timeoutMinutes: 10 } },
    { limits: { maxIterations: 5 } },
    ['limits.maxIterations'],
  ],
  ['a list', { ...before, agent: { env: ['A', 'B'] } }, { agent: { env: ['A', 'B'] } }, ['agent.env']],
  ['a new group', { ...before, verify: { setup: 'npm ci' } }, { verify: { setup: 'npm ci' } }, ['verify.setup']],
  ['one that is gone', { limits: { maxIterations: 3 } }, {}, []],
])('changes: %s', (_, now, changed, names) => {
  expect(changedBetween(before, now)).toEqual(changed);
  expect(namesIn(changed)).toEqual(names);
});
