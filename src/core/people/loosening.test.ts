import { expect, test } from 'vitest';
import { defaultSettings, type Settings, settingsSchema } from '../state/settings.ts';
import { limitsRaised, looseningKeys, looseningsBetween, looseningWords } from './loosening.ts';

const settings = (over: object): Settings => settingsSchema.parse(over);
const loosened = (before: object, after: object) =>
  looseningsBetween(settings(before), settings(after)).map(({ key }) => key);

test.each<[string, object, object]>([
  ['guard.enabled', {}, { guard: { enabled: false } }],
  ['verify.pristine', {}, { verify: { pristine: false } }],
  ['verify.rerun', {}, { verify: { rerun: false } }],
  ['verify.maxMinutes', {}, { verify: { maxMinutes: 1 } }],
  ['verify.protect', { verify: { protect: ['a', 'b'] } }, { verify: { protect: ['a'] } }],
  ['verify.protect', { verify: { protect: ['a'] } }, { verify: { protect: ['a', '!a/b'] } }],
  ['verify.only', { verify: { only: ['src/**'] } }, { verify: { only: [] } }],
  ['verify.only', { verify: { only: ['src/**'] } }, { verify: { only: ['src/**', 'test/**'] } }],
  ['verify.hidden', { verify: { hidden: { a: 'x', b: 'y' } } }, { verify: { hidden: { a: 'x' } } }],
  ['verify.hidden', { verify: { hidden: { a: 'x' } } }, { verify: { hidden: { a: 'true' } } }],
  ['verify.confirm', { verify: { confirm: 3 } }, { verify: { confirm: 1 } }],
  ['verify.criteria', { verify: { criteria: ['npm test'] } }, { verify: { criteria: [] } }],
  ['verify.setup', { verify: { setup: 'npm ci' } }, { verify: { setup: 'true' } }],
  ['room.mode', {}, { room: { mode: 'copy' } }],
  ['room.mode', { room: { mode: 'copy' } }, { room: { mode: 'in-place' } }],
  ['room.carry', {}, { room: { carry: ['dist/**'] } }],
  ['room.writable', {}, { room: { writable: ['/opt'] } }],
  ['room.network', { room: { network: 'off' } }, {}],
  ['checks.env', {}, { checks: { env: ['TOKEN'] } }],
  ['evidence.flip', {}, { evidence: { flip: false } }],
  ['evidence.newTests', {}, { evidence: { newTests: false } }],
  ['evidence.maxMinutes', {}, { evidence: { maxMinutes: 0.1 } }],
  ['agent.sandbox', {}, { agent: { sandbox: 'none' } }],
  ['agent.sandbox', { agent: { sandbox: 'bwrap' } }, { agent: { sandbox: 'cell' } }],
  ['agent.sandboxWritable', {}, { agent: { sandboxWritable: ['/opt'] } }],
  ['agent.sandboxDomains', {}, { agent: { sandboxDomains: ['example.com'] } }],
  ['agent.env', {}, { agent: { env: ['TOKEN'] } }],
  ['agent.cleanRoom', { agent: { cleanRoom: true } }, {}],
  ['metrics.lint', {}, { metrics: { lint: false } }],
  ['metrics.tests', { metrics: { tests: { command: 'npm test' } } }, {}],
  ['metrics.custom', { metrics: { custom: { size: 'wc -c a' } } }, { metrics: { custom: { size: 'echo 1' } } }],
  ['goal.command', { goal: { command: 'score' } }, { goal: { command: 'echo 9' } }],
  ['alerts.block', { alerts: { block: ['error_increase'] } }, {}],
  ['alerts.coveragePoints', {}, { alerts: { coveragePoints: 50 } }],
  ['rules.off', {}, { rules: { off: ['no-ops'] } }],
  ['rules.brokenTests', { rules: { brokenTests: 'roll-back' } }, { rules: { brokenTests: 'tolerate' } }],
  ['hooks.loopDecision', { hooks: { loopDecision: 'check' } }, {}],
])('%s: %j → %j loosens', (key, before, after) => {
  expect(loosened(before, after)).toEqual([key]);
});

test.each<[object, object]>([
  [{ guard: { enabled: false } }, {}],
  [{ verify: { protect: ['a'] } }, { verify: { protect: ['a', 'b'] } }],
  [{}, { verify: { only: ['src/**'] } }],
  [{ verify: { only: ['a', 'b'] } }, { verify: { only: ['a'] } }],
  [{}, { verify: { hidden: { a: 'x' }, confirm: 2, setup: 'npm ci' } }],
  [{ room: { mode: 'copy' }, agent: { sandbox: 'none' } }, {}],
  [{ agent: { env: ['A', 'B'] } }, { agent: { env: ['A'] } }],
  [{}, { goal: { command: 'score' }, metrics: { custom: { size: 'wc' } } }],
  [{ rules: { off: ['no-ops'] } }, {}],
  [{}, { limits: { maxIterations: 99 }, agent: { model: 'other', timeoutMinutes: 5 } }],
])('%j → %j does not', (before, after) => {
  expect(loosened(before, after)).toEqual([]);
});

/** They change how long something may take, or what it costs. */
const NEUTRAL = ['verify.timeoutMinutes', 'verify.cache', 'guard.timeoutMinutes'];

test.each(['guard', 'verify', 'evidence', 'room', 'checks', 'alerts'] as const)(
  'every setting of %s can loosen, or is neutral for a reason',
  (group) => {
    const keys = Object.keys(settingsSchema.shape[group].unwrap().shape).map((name) => `${group}.${name}`);
    expect(keys.filter((key) => !looseningKeys.includes(key) && !NEUTRAL.includes(key))).toEqual([]);
  },
);

test('raised limits are apart: they cost no trust', () => {
  const raised = (before: object, after: object) =>
    looseningWords(limitsRaised(settings({ limits: before }), settings({ limits: after })));
  expect(raised({ maxIterations: 5 }, { maxIterations: 9 })).toBe('limits.maxIterations: 5 → 9');
  expect(raised({ maxCostUsd: 5 }, {})).toBe('limits.maxCostUsd: 5 → not set');
  expect(raised({}, { maxCostUsd: 5 })).toBe('');
  expect(raised({ timeoutMinutes: 9 }, { timeoutMinutes: 5 })).toBe('');
});

test('says what changed, in short', () => {
  const long = 'x'.repeat(200);
  const words = looseningWords(looseningsBetween(defaultSettings, settings({ agent: { env: [long] } })));
  expect(words).toMatch(/^agent\.env: \[\] → \["x{77}…$/);
});
