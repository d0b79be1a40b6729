// Loaded into every Node process of a measured command by NODE_OPTIONS=--require. Does nothing unless the process is a test
// runner that it knows, and never throws: what it cannot do is only not measured.
'use strict';

/** Set by a run to its process id, and inherited by whatever its tests start. */
const NESTED = 'JUMAR_PROBE_INSIDE';

/** By the real path of the script that Node was started with. */
const RUNNERS = [
  [/^(.*\/vitest)\/(?:vitest\.mjs|dist\/cli(?:-wrapper)?\.js)$/, './vitest.cjs'],
  [/\/jest(?:-cli)?\/bin\/jest\.js$|\/react-scripts\/scripts\/test\.js$/, './jest.cjs'],
  [/\/mocha\/bin\/_?mocha(?:\.[cm]?js)?$|\/mocha\/lib\/cli\/cli\.[cm]?js$/, './mocha.cjs'],
  [/^(.*\/ava)\/(entrypoints\/cli\.mjs|cli\.js)$/, './ava.cjs'],
  [/\/jasmine\/bin\/jasmine\.js$/, './jasmine.cjs'],
];

try {
  start();
} catch {}

function start() {
  // A test file beneath `node --test`: its results go to the parent, which cannot see why it ended.
  if (process.env.NODE_TEST_CONTEXT === 'child-v8') {
    if (process.env.NODE_V8_COVERAGE) require('./test-file.cjs');
    return require('./watch-exit.cjs');
  }
  // Runs that a test starts are not the user's.
  if (process.env[NESTED]) return;
  const script = process.argv[1];
  const isTest = process.execArgv.includes('--test');
  if (!script && !isTest) return;
  if (require('./with-reporter.cjs')()) return;
  if (isTest) {
    process.env[NESTED] = String(process.pid);
    require('./step-back.cjs')('path');
    return;
  }
  const path = require('node:fs').realpathSync(script).replaceAll('\\', '/');
  for (const [pattern, hook] of RUNNERS) {
    const match = pattern.exec(path);
    if (!match) continue;
    if (!require('node:worker_threads').isMainThread) return;
    require('./record.cjs').started(hook.slice(2, -4));
    require(hook)(match[1], match[2]);
    return;
  }
}
