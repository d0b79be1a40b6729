'use strict';
const Module = require('node:module');
const coverage = require('./coverage.cjs');
const record = require('./record.cjs');

/**
 * `--json` would add to what jest prints, and `--reporters` replace those of its configuration. Its results are read where it
 * hands them over.
 */
module.exports = () => {
  const load = Module._load;
  const wrapped = new WeakMap();
  Module._load = function (request, ...rest) {
    const loaded = load.call(this, request, ...rest);
    if (request !== '@jest/core' || typeof loaded?.runCLI !== 'function') return loaded;
    if (!wrapped.has(loaded)) wrapped.set(loaded, withRecord(loaded, () => { Module._load = load; }));
    return wrapped.get(loaded);
  };
};

function withRecord(core, onRun) {
  const runCLI = async (argv, ...rest) => {
    onRun();
    const write = record('jest');
    const outcome = await core.runCLI(withCoverage(argv), ...rest);
    try {
      writeResults(outcome.results, write);
    } catch {}
    return outcome;
  };
  // Jest's exports are getters that cannot be redefined, so a new object takes their place.
  const descriptors = Object.getOwnPropertyDescriptors(core);
  descriptors.runCLI = { value: runCLI, enumerable: true, configurable: true, writable: true };
  return Object.create(Object.getPrototypeOf(core), descriptors);
}

/** Thresholds are switched off: they would decide over a run that was not asked to be covered. */
function withCoverage(argv) {
  try {
    const folder = coverage('jest', /^jest\.config\./, /["']?collectCoverage["']?:\s*true/);
    if (!folder || argv.collectCoverage || argv.coverage) return argv;
    return {
      ...argv,
      coverage: true,
      collectCoverage: true,
      coverageReporters: ['json-summary'],
      coverageDirectory: folder,
      coverageThreshold: '{}',
    };
  } catch {
    return argv;
  }
}

function writeResults(results, write) {
  for (const file of results.testResults ?? []) {
    const own = file.testExecError ? (file.failureMessage ?? record.messageOf(file.testExecError)) : null;
    if (own) write({ ev: 'error', message: `${file.testFilePath}: ${String(own).slice(0, 4000)}` });
    for (const test of file.testResults ?? []) {
      write({
        ev: 'test',
        file: file.testFilePath,
        name: [...(test.ancestorTitles ?? []), test.title],
        status: STATUS[test.status] ?? 'failed',
        ms: test.duration ?? undefined,
        err: test.failureMessages?.[0]?.slice(0, 4000),
        retries: test.invocations > 1 ? test.invocations - 1 : undefined,
      });
    }
  }
  if (results.runExecError) write({ ev: 'error', message: record.messageOf(results.runExecError) });
  if (!results.wasInterrupted) write({ ev: 'end' });
}

const STATUS = {
  passed: 'passed',
  failed: 'failed',
  todo: 'todo',
  pending: 'skipped',
  skipped: 'skipped',
  disabled: 'skipped',
};
