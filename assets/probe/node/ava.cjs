'use strict';
const Module = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const record = require('./record.cjs');

/** Listens to the events that ava's own reporters are made of; `--tap` would replace what the user sees. */
module.exports = (root, entry) => {
  if (entry === 'cli.js') return watchOnceLoaded();
  import(pathToFileURL(join(root, 'lib', 'api.js')).href).then(({ default: Api }) => watch(Api), () => {});
};

/** Up to version 3: what runs the tests can be loaded only when ava has read its settings, and its end is no event. */
function watchOnceLoaded() {
  const load = Module._load;
  Module._load = function (request, ...rest) {
    const loaded = load.call(this, request, ...rest);
    if (request === './api' && loaded?.prototype?.run) {
      Module._load = load;
      watch(loaded, (ended, writeEnd) => ended.then(writeEnd, () => {}));
    }
    return loaded;
  };
}

function watch(Api, onRun = () => {}) {
  const run = Api.prototype.run;
  Api.prototype.run = function (...args) {
    const writers = [];
    try {
      this.on('run', (plan) => {
        const write = record('ava');
        writers.push(write);
        listen(plan.data ?? plan, write);
      });
    } catch {
      // Another version of ava has another API: its run is counted from what it prints.
    }
    const ended = run.apply(this, args);
    onRun(ended, () => writers.forEach((write) => write({ ev: 'end' })));
    return ended;
  };
}

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
    else if (event.type === 'end') write({ ev: 'end' });
    else if (ERRORS.has(event.type)) write({ ev: 'error', message: `${event.testFile ?? ''}: ${reason(event)}` });
  });
}

const ERRORS = new Set(['uncaught-exception', 'unhandled-rejection', 'internal-error', 'missing-ava-import', 'worker-failed', 'process-exit']);

function reason(event) {
  if (event.type === 'worker-failed') return `exited with ${event.nonZeroExitCode ?? event.signal}`;
  return (event.err && record.messageOf(event.err)) || event.type;
}
