import { describe, expect, test } from 'vitest';
import { parseTime } from './parse-time.ts';

const noon = Date.UTC(2026, 10, 15, 12);
const at = (words: string, now = noon) => {
  const time = parseTime(words, now);
  return time === null ? null : new Date(time).toISOString().slice(0, 16);
};

describe('a time is parsed as the next moment that fits', () => {
  test.each([
    ['5pm (Europe/Vilnius)', '2026-11-15T15:00'],
    ['1pm (Europe/Vilnius)', '2026-11-16T11:00'],
    ['12am (UTC)', '2026-11-16T00:00'],
    ['12:05pm (UTC)', '2026-11-15T12:05'],
    ['3:30am (America/New_York)', '2026-11-16T08:30'],
    ['Nov 20 at 5pm (UTC)', '2026-11-20T17:00'],
    ['Jan 15, 2030, 11:13am (UTC)', '2030-01-15T11:13'],
    ['Jan 3, 9am (UTC)', '2027-01-03T09:00'],
    ['17:00 (UTC)', '2026-11-15T17:00'],
  ])('%s', (words, expected) => {
    expect(at(words)).toBe(expected);
  });

  test.each([
    ['12:00pm (UTC)', '2026-11-15T12:01'],
    ['11:59am (UTC)', '2026-11-16T11:59'],
    ['Nov 15, 12:00pm (UTC)', '2026-11-15T12:01'],
  ])('%s is the end of the current minute', (words, expected) => {
    expect(at(words, noon + 20_000)).toBe(expected);
  });

  test('across a daylight-saving change', () => {
    expect(at('5am (Europe/Vilnius)', Date.UTC(2026, 9, 24, 23))).toBe('2026-10-25T03:00');
  });

  test.each(['soon', '25pm', '5pm (Nowhere/Land)', '13am (UTC)', '', 'Foo 3, 9am (UTC)'])(
    '%j is not a time',
    (words) => {
      expect(at(words)).toBeNull();
    },
  );
});
