import { expect, it } from 'vitest';
import { projectWith, runMeasured } from '../../../test/support/measured.ts';

/** As ava 3 is made: CommonJS, and its parts can be loaded only after its settings were read. */
const ava3 = {
  'node_modules/ava/package.json': '{"name":"ava","version":"3.15.0"}',
  'node_modules/ava/cli.js': "require('./lib/cli').run();",
  'node_modules/ava/lib/chalk.js': 'exports.settings = null;',
  'node_modules/ava/lib/cli.js': `exports.run = async () => {
    await null;
    require('./chalk').settings = {};
    const Api = require('./api');
    await new Api().run();
  };`,
  'node_modules/ava/lib/api.js': `const { EventEmitter } = require('node:events');
    if (!require('./chalk').settings) throw new Error('Chalk has not yet been configured');
    module.exports = class Api extends EventEmitter {
      async run() {
        const status = new EventEmitter();
        this.emit('run', { status });
        const testFile = process.cwd() + '/test.js';
        for (const [type, title] of [['test-passed', 'adds'], ['test-failed', 'wrong']])
          status.emit('stateChange', { type, title, testFile, duration: 1 });
        console.log('\\n  ✔ adds\\n  ✖ wrong\\n  ─\\n\\n  1 test failed');
        process.exitCode = 1;
      }
    };`,
};

it('names the tests of ava 3, whose parts are loaded late', async () => {
  const { root, remove } = await projectWith({ 'package.json': '{}', 'test.js': '', ...ava3 });
  try {
    const { code, measurement } = await runMeasured(root, 'node node_modules/ava/cli.js');
    expect(code).toBe(1);
    expect(measurement.outcome).toBe('tests');
    const tests = measurement.run?.tests ?? [];
    expect(tests.map(({ id, status }) => `${status} ${id}`)).toEqual([
      'passed test.js › adds',
      'failed test.js › wrong',
    ]);
  } finally {
    await remove();
  }
});
