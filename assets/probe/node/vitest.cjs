'use strict';
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const coverage = require('./coverage.cjs');
const record = require('./record.cjs');

/**
 * A reporter given on vitest's command line would replace those of its configuration. Instead ours is pushed onto the list
 * of the running instance, which the public `BaseSequencer` knows and is asked to sort the files before any is run.
 */
module.exports = (root) => {
  try {
    askForCoverage();
  } catch {}
  import(pathToFileURL(join(root, 'dist', 'node.js')).href).then(({ BaseSequencer }) => {
    for (const method of ['sort', 'shard']) {
      const original = BaseSequencer.prototype[method];
      BaseSequencer.prototype[method] = function (...args) {
        attach(this.ctx);
        return original.apply(this, args);
      };
    }
  }, () => {});
};

/** On the command line, where it stands above the configuration. A provider that is not installed would end the run. */
function askForCoverage() {
  if (/^(?:bench|list|init)$/.test(process.argv[2] ?? '')) return;
  const provider = ['v8', 'istanbul'].find((name) => coverage.isInstalled(`@vitest/coverage-${name}`));
  const folder = provider && coverage('vitest', /^vite(?:st)?\.(?:config|workspace)\./, /coverage[\s\S]{0,200}?enabled:\s*true/);
  if (!folder) return;
  process.argv.push(
    '--coverage.enabled',
    `--coverage.provider=${provider}`,
    '--coverage.reporter=json-summary',
    `--coverage.reportsDirectory=${folder}`,
    '--coverage.reportOnFailure',
    '--coverage.thresholds=false',
  );
}

const attached = new WeakSet();

function attach(vitest) {
  try {
    if (!vitest || attached.has(vitest) || !Array.isArray(vitest.reporters)) return;
    attached.add(vitest);
    const write = record('vitest');
    let ended = false;
    const end = (errors) => {
      if (ended) return;
      ended = true;
      try {
        for (const file of vitest.state.getFiles()) writeFile(file, write);
        for (const error of errors ?? []) write({ ev: 'error', message: record.messageOf(error) });
        write({ ev: 'end' });
      } catch {}
    };
    vitest.reporters.push({
      onTestRunEnd: (_modules, errors) => end(errors),
      onFinished: (_files, errors) => end(errors),
    });
  } catch {}
}

function writeFile(file, write) {
  const project = file.projectName || (typeof file.projectName === 'string' ? file.projectName : '');
  const errors = file.result?.errors ?? [];
  for (const error of errors) write({ ev: 'error', message: `${file.filepath}: ${record.messageOf(error)}` });
  visit(file, project ? [project] : []);

  function visit(suite, path) {
    for (const task of suite.tasks ?? []) {
      const name = [...path, task.name];
      if (task.type === 'suite') {
        visit(task, name);
        for (const error of task.result?.errors ?? []) {
          write({ ev: 'error', message: `${file.filepath} › ${name.join(' › ')}: ${record.messageOf(error)}` });
        }
      } else {
        write({
          ev: 'test',
          file: file.filepath,
          name,
          status: status(task),
          ms: task.result?.duration,
          err: record.messageOf(task.result?.errors?.[0]),
          retries: task.result?.retryCount || undefined,
        });
      }
    }
  }
}

function status(task) {
  const state = task.result?.state;
  if (task.mode === 'todo' || state === 'todo') return 'todo';
  if (state === 'pass') return 'passed';
  return state === 'fail' ? 'failed' : 'skipped';
}
