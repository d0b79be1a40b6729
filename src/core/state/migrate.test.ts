import { describe, expect, test } from 'vitest';
import { scoredRecords } from '../../../test/support/scored-loop.ts';
import { EVENT_VERSION } from './events.ts';
import { readEvent } from './migrate.ts';

describe('an event of the log', () => {
  test('of every kind that a loop writes is read as it was written', () => {
    const records = scoredRecords({ iterations: [{ score: 0.4 }], ended: { ending: 'stalled', reason: 'r' } });
    for (const { event } of records) expect(readEvent(EVENT_VERSION, JSON.parse(JSON.stringify(event)))).toEqual(event);
  });

  test('of an older version is read by today’s rules', () => {
    expect(readEvent(EVENT_VERSION - 1, { type: 'wait-ended' })).toEqual({ type: 'wait-ended' });
  });

  test('of a newer version is refused', () => {
    expect(() => readEvent(EVENT_VERSION + 1, { type: 'wait-ended' })).toThrow(
      `written by a newer jumar (event version ${EVENT_VERSION + 1}, this one reads up to ${EVENT_VERSION})`,
    );
  });

  test.each([
    ['of no known kind', { type: 'nonsense' }],
    ['without what it must say', { type: 'loop-ended', ending: 'stalled' }],
    ['with an end that there is not', { type: 'loop-ended', ending: 'bored', reason: '', best: null }],
    [
      'with a rule’s confidence beyond certainty',
      {
        type: 'recovery-diagnosed',
        iteration: 1,
        attempt: 1,
        trigger: 'stuck',
        kind: 'worse',
        rootCause: '',
        confidence: 2,
        evidence: [],
      },
    ],
  ])('%s is refused', (_, event) => {
    expect(() => readEvent(EVENT_VERSION, event)).toThrow();
  });
});
