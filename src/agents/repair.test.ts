import { expect, test } from 'vitest';
import { verdictOf } from './contract/adapter.contract.ts';
import { repair } from './repair.ts';

test.each<[string, string[], string]>([
  [
    'its last line',
    ['[3.0 s] 9 tests', '[58.0 s] tried 214 changes in 12 places: none helped'],
    'tried 214 changes in 12 places: none helped',
  ],
  ['nothing, if it said nothing', [], 'exit 0'],
  ['nothing of what the loop tells anyway', ['[58.0 s] blocked: all tried'], 'exit 0'],
])('its run is described by %s', (_, lines, reason) => {
  expect(verdictOf(repair, lines)).toEqual({ outcome: 'ok', reason, error: null });
});
