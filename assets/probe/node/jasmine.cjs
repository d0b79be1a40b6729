'use strict';
const Module = require('node:module');
const record = require('./record.cjs');

/** Adds a reporter beside those that are there whenever a runner of jasmine, parallel or not, is executed. */
module.exports = () => {
  const load = Module._load;
  const seen = new WeakSet();
  Module._load = function (...args) {
    const loaded = load.apply(this, args);
    if (typeof loaded === 'function' && !seen.has(loaded)) {
      seen.add(loaded);
      const { prototype } = loaded;
      if (prototype?.execute && prototype.addReporter && prototype.clearReporters) {
        wrap(prototype, () => {
          Module._load = load;
        });
      }
    }
    return loaded;
  };
};

function wrap(prototype, onRun) {
  const execute = prototype.execute;
  prototype.execute = function (...args) {
    try {
      onRun();
      this.addReporter(reporter(record('jasmine')));
    } catch {}
    return execute.apply(this, args);
  };
}

function reporter(write) {
  const suites = new Map();
  const pathOf = (id) => {
    const path = [];
    for (let suite = suites.get(id); suite; suite = suites.get(suite.parentSuiteId)) path.unshift(suite.description);
    return path;
  };
  const failures = (result) => {
    for (const failure of result.failedExpectations ?? []) write({ ev: 'error', message: record.messageOf(failure) });
  };
  return {
    suiteStarted: (suite) => void suites.set(suite.id, suite),
    suiteDone: failures,
    specDone(spec) {
      // What a focused or filtered run leaves out did not run and was not skipped by anyone.
      if (spec.status === 'excluded') return;
      const path = spec.parentSuiteId === undefined ? [] : pathOf(spec.parentSuiteId);
      write({
        ev: 'test',
        file: spec.filename,
        name: [...path, spec.description],
        status: spec.status === 'passed' ? 'passed' : spec.status === 'pending' ? 'skipped' : 'failed',
        ms: spec.duration ?? undefined,
        err: record.messageOf(spec.failedExpectations?.[0]),
      });
    },
    jasmineDone(result) {
      failures(result);
      write({ ev: 'end' });
    },
  };
}
