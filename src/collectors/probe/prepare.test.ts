import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { plainEnvironment, projectWith, write } from '../../../test/support/measured.ts';
import { reportText } from '../../../test/support/report-fixtures.ts';
import { prepareProbe } from './prepare.ts';

async function prepare(files: Record<string, string>, own: Record<string, string> = {}, name = 'jumar-probe-') {
  const { root, remove } = await projectWith(files);
  const folder = await mkdtemp(join(tmpdir(), name));
  onTestFinished(async () => {
    await remove();
    await rm(folder, { recursive: true, force: true });
  });
  const probe = await prepareProbe({ folder, env: { ...plainEnvironment(), HOME: root, ...own }, cwd: root });
  return { ...probe, root, folder };
}

it('extends the user’s settings', async () => {
  const own = {
    NODE_OPTIONS: '--no-warnings',
    PYTHONPATH: '/lib/python',
    PYTEST_ADDOPTS: '-x',
    GOFLAGS: '-mod=mod',
    BUN_OPTIONS: '--smol',
    SPEC_OPTS: '--order defined',
    PHP_INI_SCAN_DIR: '/etc/php',
  };
  const { env } = await prepare({ 'spec/a_spec.rb': '', 'composer.json': '{}' }, own);
  expect(env.NODE_OPTIONS).toMatch(/^--no-warnings --require /);
  expect(env.PYTHONPATH).toMatch(/:\/lib\/python$/);
  expect(env.PYTEST_ADDOPTS).toMatch(/^-x --junitxml=/);
  expect(env.GOFLAGS).toMatch(/^-mod=mod -exec=/);
  expect(env.BUN_OPTIONS).toMatch(/^--smol --reporter=junit /);
  expect(env.SPEC_OPTS).toMatch(/^--order defined --format progress --format json --out /);
  expect(env.PHP_INI_SCAN_DIR).toMatch(/^\/etc\/php:/);
});

it('does nothing if the project has its own settings', async () => {
  const { env } = await prepare(
    {
      'pytest.ini': '[pytest]\naddopts = --junitxml=mine.xml\n',
      '.rspec': '--format documentation\n',
      '.cargo/config.toml': '[target.x86_64-unknown-linux-gnu]\nrunner = "qemu"\n',
      'bunfig.toml': '[test.reporter]\njunit = "mine.xml"\n',
      '.config/go/env': 'GOFLAGS=-mod=vendor\n',
    },
    { PW_TEST_REPORTER: '/mine.js' },
  );
  expect(env.PYTEST_ADDOPTS).toBeUndefined();
  expect(env.SPEC_OPTS).toMatch(/^--format documentation --format json /);
  expect(Object.keys(env).filter((name) => name.startsWith('CARGO'))).toEqual([]);
  expect(env.BUN_OPTIONS).toBeUndefined();
  expect(env.PW_TEST_REPORTER).toBeUndefined();
  expect(env.GOFLAGS).toMatch(/^-mod=vendor -exec=/);
});

it('passes the environment through turbo, and disables the caches of turbo and nx', async () => {
  const { env } = await prepare({ 'turbo.json': '{}', 'nx.json': '{}' });
  expect(env).toMatchObject({ TURBO_ENV_MODE: 'loose', TURBO_FORCE: 'true', NX_SKIP_NX_CACHE: 'true' });
  expect(Object.keys((await prepare({})).env).filter((name) => /TURBO|NX_|SPEC|PHP/.test(name))).toEqual([]);
});

it('writes nothing outside its own folder', async () => {
  const { root } = await prepare({ 'pom.xml': '' });
  expect(await readdir(root)).toEqual(['pom.xml']);
});

it('reads the reports that a build tool wrote during the run, not older ones', async () => {
  const reports = 'module/target/surefire-reports';
  const probe = await prepare({
    'pom.xml': '<project/>',
    [`${reports}/TEST-old.xml`]: reportText('maven/skip.junit.xml'),
  });
  await write(probe.root, { [`${reports}/TEST-ex.CalcTest.xml`]: reportText('maven/fail.junit.xml') });
  const measurement = await probe.collect({ code: 1, ended: 'exit', output: '', whole: true });
  expect(measurement).toMatchObject({
    outcome: 'tests',
    source: 'report',
    run: { runner: 'maven', counts: { total: 3, failed: 2 } },
  });

  const again = await prepare({
    'build.gradle': '',
    'build/test-results/test/TEST-a.xml': reportText('gradle/mixed.junit.xml'),
  });
  await utimes(join(again.root, 'build/test-results/test/TEST-a.xml'), new Date(), new Date(Date.now() + 5000));
  expect(await again.collect({ code: 1, ended: 'exit', output: '', whole: true })).toMatchObject({
    run: { runner: 'gradle', counts: { total: 3 } },
  });
});

it.each([
  ['numbered, with the plan last', 'building\nok 1 - adds\nnot ok 2 - divides\n1..2\n'],
  ['numbered, with the plan first', '1..2\nok 1 adds\nnot ok 2 divides\n'],
  ['without numbers', 'ok - adds\nnot ok - divides\n1..2\n'],
  ['with a test that prints similar lines', 'TAP version 13\nok 1 - adds\nok - said\nnot ok 2 - divides\nok\n1..2\n'],
])('reads the names of tests from plain TAP: %s', async (_, output) => {
  const probe = await prepare({});
  const { run } = await probe.collect({ code: 1, ended: 'exit', output, whole: true });
  expect(run?.tests?.map(({ id, status }) => `${id}: ${status}`)).toEqual(['adds: passed', 'divides: failed']);
});

it('finds TAP in the output', async () => {
  const probe = await prepare({});
  const output = `> test\n> tape a.js\n\n${reportText('tape/fail.tap')}`;
  const { outcome, run } = await probe.collect({ code: 1, ended: 'exit', output, whole: true });
  expect([outcome, run?.tests?.map(({ id }) => id)]).toEqual([
    'tests',
    ['adds › should be strictly equal', 'wrong › should be strictly equal'],
  ]);
});
