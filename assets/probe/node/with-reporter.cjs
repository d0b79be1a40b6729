'use strict';
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/**
 * For a node that was started by its path, past the one in `bin`: starts it again with our reporter on the command line, for
 * only there can reporters be named without harm. Node pairs those of NODE_OPTIONS and of the command line with their
 * destinations by position, and refuses to start where they do not match. True where this process has nothing left to do.
 */
module.exports = () => {
  const named = `${process.env.NODE_OPTIONS ?? ''} ${process.execArgv.join(' ')}`;
  if (process.env.JUMAR_PROBE_NODE === String(process.pid) || process.connected) return false;
  if (Number(process.versions.node.split('.')[0]) < 18 || /--watch|--inspect|test-reporter\.mjs/.test(named)) return false;
  if (!process.execArgv.includes('--test') && !usesNodeTest(process.argv[1])) return false;

  // Every node of a command comes here: what only a run of tests needs is loaded only then.
  if (!require('node:worker_threads').isMainThread) return false;
  const { status, signal } = require('node:child_process').spawnSync(
    process.execPath,
    [...reporters(named), ...process.execArgv, ...process.argv.slice(1)],
    { stdio: 'inherit' },
  );
  process.exit(signal ? 128 + require('node:os').constants.signals[signal] : (status ?? 1));
};

function reporters(named) {
  const ours = `--test-reporter=${join(__dirname, 'test-reporter.mjs')}`;
  const own = /--test-reporter[= ]/.test(named);
  if (/--test-reporter-destination/.test(named)) return [ours, '--test-reporter-destination=stderr'];
  if (!own) return [`--test-reporter=${human()}`, ours, '--test-reporter-destination=stdout', '--test-reporter-destination=stderr'];
  const isInOptions = /--test-reporter[= ]/.test(process.env.NODE_OPTIONS ?? '');
  const destinations = ['--test-reporter-destination=stderr', '--test-reporter-destination=stdout'];
  return [ours, ...(isInOptions ? destinations.reverse() : destinations)];
}

/** What node would choose by itself. */
function human() {
  return process.stdout.isTTY || Number(process.versions.node.split('.')[0]) >= 23 ? 'spec' : 'tap';
}

function usesNodeTest(script) {
  if (!script || !/\.[cm]?[jt]sx?$/.test(script) || /\/node_modules\//.test(script)) return false;
  try {
    return /['"]node:test['"]/.test(readFileSync(script, 'utf8'));
  } catch {
    return false;
  }
}
