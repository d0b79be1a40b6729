import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTime, isWeekend, nextDay, nextWorkday, parseTime, spread } from '../src/schedule.js';

test('workdays', () => assert.deepEqual(['tue', 'wed', 'thu', 'fri'].map(isWeekend), [false, false, false, false]));
test('a whole week', () => {
  let day = 'mon';
  for (let n = 0; n < 7; n++) day = nextDay(day);
  assert.equal(day, 'mon');
});
test('saturday to sunday', () => assert.equal(nextDay('sat'), 'sun'));
test('monday can follow', () => assert.equal(nextWorkday('sat'), 'mon'));
test('sunday', () => assert.equal(nextWorkday('sun'), 'mon'));
test('midnight', () => assert.equal(parseTime('0:00'), 0));
test('an hour too many', () => assert.equal(parseTime('99:00'), null));
test('noise', () => assert.equal(parseTime('x9:30'), null));
test('written midnight', () => assert.equal(formatTime(0), '0:00'));
test('there and back', () => assert.equal(formatTime(parseTime('17:45')), '17:45'));
test('one a day', () => {
  const tasks = ['a', 'b', 'c'].map((name) => ({ name, minutes: 100 }));
  assert.deepEqual(spread(tasks, 100), [['a'], ['b'], ['c']]);
});
test('all in one', () => assert.deepEqual(spread([{ name: 'a', minutes: 1 }, { name: 'b', minutes: 2 }], 3), [['a', 'b']]));
test('five tasks', () => {
  const tasks = [50, 50, 50, 50, 50].map((minutes, n) => ({ name: n, minutes }));
  assert.deepEqual(spread(tasks, 100), [[0, 1], [2, 3], [4]]);
});
