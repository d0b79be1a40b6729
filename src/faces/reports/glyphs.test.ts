import { expect, test } from 'vitest';
import { scoredRecords } from '../../../test/support/scored-loop.ts';
import { evolve } from '../../core/evolve.ts';
import type { LoopState } from '../../core/state/state.ts';
import { aFinding, loopCreated, testsVerdict } from '../../testing/builders.ts';
import { consoleReporter } from './console.ts';
import { githubReporter } from './github.ts';
import { asciiGlyphs, glyphsFor, inGlyphs, unicodeGlyphs } from './glyphs.ts';

test.each([
  [{ LANG: 'C' }, asciiGlyphs],
  [{ LANG: 'en_US.UTF-8' }, unicodeGlyphs],
  [{ LANG: 'en_US.UTF-8', LC_ALL: 'POSIX' }, asciiGlyphs],
  [{ LANG: 'de_DE.utf8', TERM: 'linux' }, asciiGlyphs],
  [{}, unicodeGlyphs],
])('%j', (env, glyphs) => {
  expect(glyphsFor(env)).toBe(glyphs);
});

test.each([
  ['Coverage dropped 80%→75%', 'Coverage dropped 80%->75%'],
  ['✓ npm test ✗ lint …', 'ok npm test FAIL lint ...'],
  ['≈ $1.50 · quality 0.96 ≥ 0.95 — a › b', '~ $1.50 - quality 0.96 >= 0.95 - a > b'],
  ['# ok -> <- ? naïve 測試', '# ok -> <- ? naïve 測試'],
])('%j where only ASCII is shown', (text, ascii) => {
  expect(inGlyphs(text, asciiGlyphs)).toBe(ascii);
  expect(inGlyphs(text, unicodeGlyphs)).toBe(text);
});

test.each([
  ['console', consoleReporter],
  [
    'console, at length',
    (write: (text: string) => void, look: object) => consoleReporter(write, { ...look, verbose: true }),
  ],
  ['GitHub', githubReporter],
])('every line of the %s reporter is ASCII where that is all there is', (_, reporterOf) => {
  const told: string[] = [];
  const reporter = reporterOf((text) => void told.push(text), { glyphs: asciiGlyphs });
  let state: LoopState | null = null;
  const iterations = [
    { score: 0.6, verdicts: [testsVerdict(2, 3)], agent: { costUsd: 0.2, costEstimated: true } },
    { score: 0.5, verdicts: [testsVerdict(1, 3)], findings: [aFinding({ why: 'Coverage 80 → 75 … “gone”' })] },
  ];
  const created = loopCreated();
  for (const record of scoredRecords({
    created,
    baseline: { score: 0.4, verdicts: [testsVerdict(1, 3)] },
    iterations,
  })) {
    state = evolve(state, record);
    reporter.onEvent(record, state);
  }
  expect(told.join('')).toContain('tests 1->2/3');
  expect(told.join('')).toMatch(/^[\n\x20-\x7e]*$/);
});
