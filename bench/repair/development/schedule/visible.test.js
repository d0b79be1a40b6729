import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTime, isWeekend, nextDay, nextWorkday, parseTime, spread } from '../src/schedule.js';

test('weekends', () => {
  assert.equal(isWeekend('sat'), true);
  assert.equal(isWeekend('sun'), true);
  assert.equal(isWeekend('mon'), false);
});
test('the next day', () => {
  assert.equal(nextDay('mon'), 'tue');
  assert.equal(nextDay('sun'), 'mon');
});
test('no such day', () => assert.throws(() => nextDay('noday'), /no such day/));
test('the next workday', () => {
  assert.equal(nextWorkday('fri'), 'mon');
  assert.equal(nextWorkday('tue'), 'wed');
});
test('times', () => {
  assert.equal(parseTime('9:30'), 570);
  assert.equal(parseTime('00:05'), 5);
  assert.equal(parseTime('23:59'), 1439);
});
test('no times', () => {
  assert.equal(parseTime('24:00'), null);
  assert.equal(parseTime('12:60'), null);
  assert.equal(parseTime('noon'), null);
});
test('written times', () => {
  assert.equal(formatTime(570), '9:30');
  assert.equal(formatTime(605), '10:05');
});
test('tasks are spread', () => {
  const tasks = [{ name: 'a', minutes: 60 }, { name: 'b', minutes: 60 }, { name: 'c', minutes: 30 }, { name: 'd', minutes: 90 }];
  assert.deepEqual(spread(tasks, 120), [['a', 'b'], ['c', 'd']]);
});
test('no tasks', () => assert.deepEqual(spread([], 120), []));
