// Required before one test file: which code each of its tests ran, as V8 counts it, a line a test on file descriptor 3.
'use strict';
const { writeSync } = require('node:fs');
const { Session } = require('node:inspector');
const { afterEach, beforeEach } = require('node:test');

const root = `file://${process.env.JUMAR_REPAIR_ROOT}/`;
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

const seen = new Map();
// Taking the counts resets them.
beforeEach(() => void take());
afterEach((test) => {
  const scripts = take()
    .filter(({ url }) => url.startsWith(root) && !url.includes('/node_modules/'))
    .map(({ url, functions }) => ({
      url,
      ranges: functions.flatMap(({ ranges }) => ranges.map((range) => [range.startOffset, range.endOffset, range.count])),
    }));
  writeSync(3, `${JSON.stringify({ ev: 'covered', name: nameOf(test), scripts })}\n`);
});

function take() {
  let result = [];
  session.post('Profiler.takePreciseCoverage', (_, taken) => {
    result = taken?.result ?? [];
  });
  return result;
}

function nameOf(test) {
  const name = test.fullName ?? test.name;
  const count = (seen.get(name) ?? 0) + 1;
  seen.set(name, count);
  return count === 1 ? name : `${name} #${count}`;
}
