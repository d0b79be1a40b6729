import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectWith, runMeasured, runPlain, statuses } from '../../../test/support/measured.ts';

const MIXED = `
const { describe, it, test } = require('node:test');
const assert = require('node:assert');
describe('math', () => {
  it('adds', () => assert.equal(1 + 2, 3));
  it('wrong', () => assert.equal(1, 2, 'one is not two'));
  it.skip('skipped', () => {});
  it.todo('later');
  it('twice', () => {});
  it('twice', () => {});
  describe('deep', () => it('"quoted" <x> & ü', () => {}));
});
test('outer', async (t) => { await t.test('inner', () => {}); });
`;

const MIXED_RESULTS = {
  'a.test.js › math › adds': 'passed',
  'a.test.js › math › deep › "quoted" <x> & ü': 'passed',
  'a.test.js › math › later': 'todo',
  'a.test.js › math › skipped': 'skipped',
  'a.test.js › math › twice': 'passed',
  'a.test.js › math › twice #2': 'passed',
  'a.test.js › math › wrong': 'failed',
  'a.test.js › outer': 'passed',
  'a.test.js › outer › inner': 'passed',
};

const FILES = {
  'mixed/a.test.js': MIXED,
  'mixed/run.sh':
    '#!/bin/sh\nnode --test --test-reporter=dot; code=$?\nNODE_OPTIONS=--no-warnings node --test a.test.js\nexit $code\n',
  'mixed/package.json': '{"scripts":{"test":"NODE_OPTIONS=--no-warnings node --test"}}',
  'exit0/a.test.js': `const { test } = require('node:test'); test('a', () => {}); test('b', () => process.exit(0)); test('c', () => { throw 1; });`,
  'exit7/a.test.js': `const { describe, it } = require('node:test'); describe('m', () => { it('b', () => process.exit(7)); });`,
  'tidy/a.test.js': `const { test, after } = require('node:test'); test('a', () => {}); after(() => setImmediate(() => process.exit(0)));`,
  'broken/a.test.js': MIXED,
  'broken/b.test.js': `throw new Error('module level');`,
  'empty/readme.md': '',
  'empty-file/a.test.js': '',
  'nested/a.test.js': `
const { test } = require('node:test');
const { spawnSync } = require('node:child_process');
test('outer', () => {
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  spawnSync(process.execPath, ['--test', '../mixed/a.test.js'], { env, cwd: __dirname });
});`,
  'children/a.test.js': `
const { test } = require('node:test');
const { execSync } = require('node:child_process');
test('a', () => process.stderr.write(execSync('echo "[$NODE_OPTIONS] $(command -v node)"')));`,
};

let root: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ root, remove } = await projectWith(FILES));
});
afterAll(() => remove());

/** Durations differ from run to run. */
const timeless = (text: string) =>
  text.replace(/duration_ms[: ].*|\(?\d+(?:\.\d+)?ms\)?/g, '').replace(/^.*at .*$/gm, '');

describe('node:test through the environment', () => {
  it.each(['node --test', 'npm test --silent', 'node ./a.test.js'])(
    '%s reports every test by name',
    async (command) => {
      const run = await runMeasured(join(root, 'mixed'), command);
      expect(statuses(run)).toEqual(MIXED_RESULTS);
      expect(run.measurement).toMatchObject({ outcome: 'tests', source: 'report', succeeded: false });
      const wrong = run.measurement.run?.tests?.find(({ name }) => name === 'wrong');
      expect(wrong).toMatchObject({ message: 'one is not two', file: 'a.test.js', suite: ['math'] });
    },
  );

  it.each([
    ['node --test', {}],
    ['node --test --test-reporter=dot', {}],
    ['node --test --test-reporter spec --test-reporter-destination stdout', {}],
    [`${process.execPath} --test --test-reporter=spec`, {}],
    [`${process.execPath} --test --test-reporter=spec --test-reporter-destination=stdout`, {}],
    [`${process.execPath} --test`, {}],
    [`${process.execPath} a.test.js`, {}],
    ['node --test', { NODE_OPTIONS: '--test-reporter=spec --test-reporter-destination=stdout' }],
    ['node --test', { NODE_OPTIONS: '--test-reporter=spec' }],
    [`${process.execPath} --test`, { NODE_OPTIONS: '--test-reporter=spec' }],
    ['node -p "process.env.NODE_OPTIONS.includes(\'--no-warnings\')"', { NODE_OPTIONS: '--no-warnings' }],
  ])('%s prints and exits as without the probe (%o)', async (command, env) => {
    const folder = join(root, 'mixed');
    const plain = await runPlain(folder, command, { PATH: process.env.PATH ?? '', HOME: root, ...env });
    const probed = await runMeasured(folder, command, { HOME: root, ...env });
    expect(timeless(probed.stdout)).toBe(timeless(plain.stdout));
    expect(timeless(probed.stderr)).toBe(timeless(plain.stderr));
    expect(probed.code).toBe(plain.code);
    if (command.includes('test')) expect(statuses(probed)).toEqual(MIXED_RESULTS);
  });

  it('measures each of several runs in a script once, also with its own reporters', async () => {
    const run = await runMeasured(join(root, 'mixed'), './run.sh');
    expect(run.measurement.run?.counts).toEqual({ total: 18, passed: 12, failed: 2, skipped: 4 });
    expect(statuses(run)['a.test.js › math › adds #2']).toBe('passed');
  });

  it('does not count runs that a test starts', async () => {
    expect(statuses(await runMeasured(join(root, 'nested'), 'node --test'))).toEqual({ 'a.test.js › outer': 'passed' });
  });

  it.each([{}, { NODE_OPTIONS: '--no-warnings' }])(
    'processes that a test starts are not affected (%o)',
    async (env) => {
      const folder = join(root, 'children');
      const command = 'node --test --test-reporter=tap';
      const plain = await runPlain(folder, command, { PATH: process.env.PATH ?? '', HOME: root, ...env });
      const probed = await runMeasured(folder, command, { HOME: root, ...env });
      expect(probed.stderr + probed.stdout).toMatch(/\[.*\] \//);
      expect(timeless(probed.stderr + probed.stdout)).toBe(timeless(plain.stderr + plain.stdout));
    },
  );

  it.each([
    ['exit0', 'exit0-before-end', 'a.test.js called exit(0) before its tests were done'],
    ['exit7', 'crashed', 'a.test.js called exit(7) before its tests were done'],
    ['empty-file', 'no-tests', 'a.test.js contains no tests'],
  ])('%s is %s', async (folder, outcome, note) => {
    const { measurement } = await runMeasured(join(root, folder), 'node --test');
    expect(measurement).toMatchObject({ outcome, succeeded: false });
    expect(measurement.run?.notes).toEqual([note]);
  });

  it('a file that cannot be loaded is a collection error; the other files’ tests count', async () => {
    const run = await runMeasured(join(root, 'broken'), 'node --test');
    expect(run.measurement).toMatchObject({ outcome: 'collection-error', reason: 'b.test.js: test failed' });
    expect(statuses(run)).toEqual(MIXED_RESULTS);
  });

  it.each([
    ['empty', 'node --test', 'no-tests'],
    ['tidy', 'node --test', 'tests'],
    ['mixed', 'no-such-runner', 'runner-missing'],
    ['mixed', 'true', 'unknown'],
  ])('%s: %s is %s', async (folder, command, outcome) => {
    expect((await runMeasured(join(root, folder), command)).measurement.outcome).toBe(outcome);
  });
});
