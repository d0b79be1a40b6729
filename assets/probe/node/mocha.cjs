'use strict';
const Module = require('node:module');
const record = require('./record.cjs');

/** Listens to the runner that `Mocha.prototype.run` returns, beside whatever reporter the project uses. */
module.exports = () => {
  const load = Module._load;
  Module._load = function (...args) {
    const loaded = load.apply(this, args);
    const prototype = typeof loaded === 'function' ? loaded.prototype : undefined;
    if (prototype?.run && prototype.addFile && prototype.reporter) {
      // Mocha is there before any test file is: the stacks of those must not show the probe.
      Module._load = load;
      wrap(prototype);
    }
    return loaded;
  };
};

function wrap(prototype) {
  const run = prototype.run;
  prototype.run = function (...args) {
    const write = record('mocha');
    const runner = run.apply(this, args);
    try {
      listen(runner, write);
    } catch {}
    return runner;
  };
}

function listen(runner, write) {
  const told = (test, status, error) =>
    write({
      ev: 'test',
      file: test.file ?? test.parent?.file,
      name: titles(test),
      status,
      ms: test.duration,
      err: error === undefined ? undefined : record.messageOf(error),
      retries: retriesOf(test),
    });
  // Where files run in parallel, nobody knows beforehand.
  if (runner.total > 0) write({ ev: 'collected', count: runner.total });
  runner.on('pass', (test) => told(test, 'passed'));
  runner.on('pending', (test) => told(test, 'skipped'));
  runner.on('fail', (test, error) => told(test, 'failed', error ?? null));
  runner.on('end', () => write({ ev: 'end' }));
}

function titles(test) {
  try {
    return test.titlePath();
  } catch {
    return [String(test.title)];
  }
}

function retriesOf(test) {
  const retries = typeof test.currentRetry === 'function' ? test.currentRetry() : 0;
  return retries > 0 ? retries : undefined;
}
