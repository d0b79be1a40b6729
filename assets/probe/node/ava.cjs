'use strict';
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const record = require('./record.cjs');

/** Listens to the events that ava's own reporters are made of; `--tap` would replace what the user sees. */
module.exports = (root) => {
  import(pathToFileURL(join(root, 'lib', 'api.js')).href).then(({ default: Api }) => {
    const run = Api.prototype.run;
    Api.prototype.run = function (...args) {
      try {
        this.on('run', (plan) => listen(plan.data ?? plan, record('ava')));
      } catch {}
      return run.apply(this, args);
    };
  }, () => {});
};

function listen({ status: run }, write) {
  run.on('stateChange', (change) => {
    const event = change.data ?? change;
    const test = (status) =>
      write({
        ev: 'test',
        file: event.testFile,
        name: [String(event.title ?? '')],
        status,
        ms: event.duration ?? undefined,
        err: event.err ? record.messageOf(event.err) : undefined,
      });
    if (event.type === 'test-passed') test('passed');
    else if (event.type === 'test-failed') test('failed');
    else if (event.type === 'selected-test' && event.skip) test('skipped');
    else if (event.type === 'selected-test' && event.todo) test('todo');
    else if (ERRORS.has(event.type)) write({ ev: 'error', message: `${event.testFile ?? ''}: ${reason(event)}` });
    else if (event.type === 'end') write({ ev: 'end' });
  });
}

const ERRORS = new Set(['uncaught-exception', 'unhandled-rejection', 'internal-error', 'missing-ava-import', 'worker-failed', 'process-exit']);

function reason(event) {
  if (event.type === 'worker-failed') return `exited with ${event.nonZeroExitCode ?? event.signal}`;
  return (event.err && record.messageOf(event.err)) || event.type;
}
