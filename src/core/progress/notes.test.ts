import { describe, expect, test } from 'vitest';
import { mergeLayers } from '../../config/layers.ts';
import { createNotes } from './create.ts';
import { capturedChars, notesLimits, strategies, strategyNamed } from './index.ts';
import { aCheck, aContext, notesContract } from './notes.contract.ts';

for (const strategy of Object.values(strategies)) notesContract(strategy);

const settings = (values: Record<string, unknown>) => mergeLayers([{ source: 'test', values }]).progress;
const named = (name: string) => strategyNamed(name).strategy;

describe('choosing a strategy', () => {
  test.each(['system-captured', 'structured-log', 'llm-summarized', 'hybrid'])('%s', (name) => {
    expect(strategyNamed(name)).toMatchObject({ strategy: { name }, warning: null });
  });

  test('camelCase and snake_case are the same', () => {
    expect(named('structuredLog').name).toBe('structured-log');
    expect(named('llm_summarized').name).toBe('llm-summarized');
  });

  test('an unknown one warns and gives the default', () => {
    const { strategy, warning } = strategyNamed('telepathy');
    expect(strategy.name).toBe('system-captured');
    expect(warning).toContain("unknown progress strategy 'telepathy'");
  });

  test.each([
    [{ 'progress-max-entries': 7, 'progress-max-chars': 90 }],
    [{ progressMaxEntries: 7, progressMaxChars: 90 }],
    [{ progress: { 'max-entries': 7, max_chars: 90 } }],
    [{ progress: { strategies: { 'structured-log': { 'max-entries': 7, maxChars: 90 } } } }],
    [{ 'progress.strategies.structured-log.max-entries': 7, 'progress.strategies.structuredLog.maxChars': 90 }],
  ])('limits from %j', (values) => {
    expect(notesLimits(named('structured-log'), settings(values))).toEqual({ maxEntries: 7, maxChars: 90 });
  });

  test('as much is recorded as the strategy may show', () => {
    const strategies = { hybrid: { maxChars: 900 } };
    expect(capturedChars(settings({ progress: { strategy: 'hybrid', strategies } }))).toBe(900);
    expect(capturedChars(settings({ progress: { strategies } }))).toBe(500);
  });
});

describe('what they look like', () => {
  const failing = aCheck({
    output: 'boom',
    failures: [{ name: 'adds', message: 'expected 3 to be 4', location: 'a.test.js:5:44' }],
  });
  const contexts = [
    aContext(1, { checks: [failing], rolledBack: '2 tests broke' }),
    aContext(2, { checks: [failing], summary: { text: 'Nothing was changed.', source: 'rules' } }),
  ];
  const textOf = (name: string) => {
    const notes = createNotes(named(name));
    for (const context of contexts) notes.record(context);
    return notes.text();
  };

  test('structured-log is JSON with the first error', () => {
    const json = textOf('structured-log').replace(/^```\n|\n```$/g, '');
    expect(JSON.parse(json)).toMatchObject([
      {
        iteration: 1,
        exit_code: 1,
        duration_ms: 1000,
        files_changed: ['src/lib.js'],
        error_summary: 'adds | expected 3 to be 4 | a.test.js:5:44',
        rolled_back: '2 tests broke',
      },
      { iteration: 2 },
    ]);
  });

  test('llm-summarized is a line an iteration, and says if no model spoke', () => {
    expect(textOf('llm-summarized')).toMatchInlineSnapshot(`
      "\`\`\`
      Iteration 1: attempt 1 failed
      Iteration 2 (by rules): Nothing was changed.
      \`\`\`"
    `);
  });

  test('hybrid is the summary, then the raw output', () => {
    const text = textOf('hybrid');
    expect(text.indexOf('attempt 1 failed')).toBeLessThan(text.indexOf('**Exit code:** 1'));
    expect(text).toContain('boom');
  });
});
