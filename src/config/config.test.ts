import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../system/usage-error.ts';
import { configurationPage } from './docs.ts';
import { environmentLayer, readValue } from './environment.ts';
import { configKeys } from './keys.ts';
import { mergeLayers } from './layers.ts';

const merged = (...values: Record<string, unknown>[]) =>
  mergeLayers(values.map((layer, index) => ({ source: `layer ${index}`, values: layer })));

describe('layers', () => {
  test('a later layer wins, key by key', () => {
    const settings = merged({ limits: { maxIterations: 3, timeoutMinutes: 5 } }, { limits: { maxIterations: 4 } });
    expect(settings.limits).toEqual({ maxIterations: 4, timeoutMinutes: 5 });
    expect(settings.progress.maxChars).toBe(500);
  });

  test.each(['coverage', 'loc', 'objective', 'tests'])('a custom metric cannot be called %s', (name) => {
    expect(() => merged({ metrics: { custom: { [name]: 'echo 1' } } })).toThrow(
      `metrics.custom.${name}: there is already a metric`,
    );
    expect(merged({ metrics: { custom: { [`my_${name}`]: 'echo 1' } } }).metrics.custom).toHaveProperty(`my_${name}`);
  });

  test.each([
    [{ 'limits.maxIterations': 7 }],
    [{ limits: { 'max-iterations': 7 } }],
    [{ limits: { max_iterations: 7 } }],
    [{ maxIterations: 7 }],
    [{ 'max-iterations': 7 }],
  ])('%j names the same key', (values) => {
    expect(merged(values).limits.maxIterations).toBe(7);
  });

  test.each([
    {
      values: { limits: { maxIteration: 3 } },
      says: "unknown key 'limits.maxIteration' in layer 0",
      hint: 'limits.maxIterations',
    },
    { values: { limit: { maxIterations: 3 } }, says: "unknown key 'limit' in layer 0", hint: null },
    {
      values: { limits: { maxIterations: 0 } },
      says: "invalid value for 'limits.maxIterations' in layer 0",
      hint: null,
    },
    { values: { limits: { maxIterations: 'many' } }, says: "invalid value for 'limits.maxIterations'", hint: null },
    {
      values: { metrics: { lint: { comand: 'x' } } },
      says: "unknown key 'metrics.lint.comand' in layer 0",
      hint: "did you mean 'metrics.lint.command'?",
    },
    {
      values: { 'metrics.lnit.command': 'x' },
      says: "unknown key 'metrics.lnit' in layer 0",
      hint: "did you mean 'metrics.lint'?",
    },
    { values: { limits: 3 }, says: "invalid value for 'limits'", hint: null },
  ])('$values is refused', ({ values, says, hint }) => {
    try {
      merged(values);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      expect((error as UsageError).message).toContain(says);
      if (hint) expect((error as UsageError).hint).toContain(hint);
    }
  });

  test('a key named __proto__ is refused and does no harm', () => {
    expect(() => merged(JSON.parse('{"__proto__": {"polluted": true}}'))).toThrow(UsageError);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('the environment', () => {
  test('reads numbers, lists and text', () => {
    const { values } = environmentLayer({
      JUMAR_LIMITS_MAX_ITERATIONS: '7',
      JUMAR_AGENT_ENV: 'A, B',
      JUMAR_AGENT_COMMAND: 'my agent',
      JUMAR_HOME: '/somewhere',
      OTHER: 'x',
    });
    expect(values).toEqual({ limits: { maxIterations: 7 }, agent: { env: ['A', 'B'], command: 'my agent' } });
  });

  test('a misspelt variable is refused', () => {
    expect(() => environmentLayer({ JUMAR_LIMITS_MAX_ITERATION: '7' })).toThrow(/JUMAR_LIMITS_MAX_ITERATION/);
  });

  test.each([
    ['5', 10, 5],
    ['', 10, ''],
    ['x', 10, 'x'],
    ['true', false, true],
    ['maybe', false, 'maybe'],
    ['', [], []],
    ['a,b', [], ['a', 'b']],
    ['text', undefined, 'text'],
    ['[a, b]', [], ['a', 'b']],
    ['["a, b", "c"]', [], ['a, b', 'c']],
    ['{"run": {"command": "sh x.sh"}}', {}, { run: { command: 'sh x.sh' } }],
    ['{broken', {}, '{broken'],
  ])('%j like %j is %j', (text, like, value) => {
    expect(readValue(text, like)).toEqual(value);
  });
});

test('the reference page matches the schema', () => {
  expect(readFileSync('docs/configuration.md', 'utf8')).toBe(configurationPage());
  expect(configKeys().every((key) => key.description !== '')).toBe(true);
});
