import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { eventsIn, jumar } from './support/cli.ts';
import { aProject, git, writeFiles } from './support/project.ts';

/** One test passes and one fails; every run of the suite leaves a line outside of the workspace. */
function scene(more: Record<string, string> = {}, scripts: Record<string, string> = {}) {
  const { project, home, outside } = aProject({
    '.gitignore': 'node_modules/\ndist/\n.env\n',
    'src/sum.js': 'export const sum = (a, b) => a - b;\nexport const unused = () => {\n  return 1;\n};\n',
    'test/sum.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '../src/sum.js';
test('sums', () => assert.equal(sum(2, 3), 5));
test('is there', () => assert.equal(typeof sum, 'function'));
`,
    ...more,
  });
  const runs = join(outside, 'runs');
  const test = `echo run >> ${runs} && node --test`;
  writeFiles(project, { 'package.json': JSON.stringify({ type: 'module', scripts: { test, ...scripts } }) });
  git(project, 'add', '-A');
  git(project, 'commit', '-q', '-m', 'scripts');
  const cli = (...args: string[]) => jumar(args, { cwd: project, home, env: { JUMAR_ROOM_WRITABLE: outside } });
  return {
    project,
    outside,
    cli,
    runs: () => (existsSync(runs) ? readFileSync(runs, 'utf8').split('\n').length - 1 : 0),
    measure: async (...args: string[]) => JSON.parse((await cli('measure', '--json', ...args)).stdout),
    loop: (agent: string, ...args: string[]) =>
      cli('make npm test pass', '--json', '--agent-command', agentScript(outside, agent), ...args),
  };
}

test('measure leaves the tree as it was: what a build changes is put back, and what it wrote is named', async () => {
  const build = 'echo built > version.txt && echo new > made.txt';
  const { cli, project } = scene({ 'version.txt': 'mine\n' }, { build });
  const status = git(project, 'status', '--porcelain');
  const { stdout, stderr } = await cli('measure');
  expect(stdout).toMatch(/^build +success, /m);
  expect(stdout).toMatch(/^cost +build \d/m);
  expect(readFileSync(join(project, 'version.txt'), 'utf8')).toBe('mine\n');
  expect(git(project, 'status', '--porcelain')).toBe(status);
  const aside = /made\.txt, version\.txt changed; put back as before, and saved as it was left in (\S+)/.exec(
    stderr,
  )?.[1];
  expect(readFileSync(join(aside ?? '', 'version.txt'), 'utf8')).toBe('built\n');
});

describe('the same command on the same tree', () => {
  test('is not run again by measure, and tells the same', async () => {
    const { measure, runs } = scene();
    const first = await measure();
    const second = await measure();
    expect(runs()).toBe(1);
    expect(second.metrics).toEqual(first.metrics);
    expect(second.checks).toEqual([{ ...first.checks[0], cached: true }]);
    expect(first.metrics.tests).toEqual({ total: 2, passed: 1, failed: 1, skipped: 0 });
    await measure('--no-cache');
    expect(runs()).toBe(2);
  });

  test('is run again after a change of a source file, of what git ignores, and of a dependency', async () => {
    const { cli, project, outside } = scene({ 'check.sh': 'echo run >> ../outside/checks' });
    const changes = [
      () => appendFileSync(join(project, 'src/sum.js'), '// more\n'),
      () => writeFileSync(join(project, '.env'), 'A=1'),
      () => writeFiles(project, { 'node_modules/x/index.js': '1' }),
    ];
    const check = async () => {
      await cli('measure', '--until', 'sh check.sh');
      return readFileSync(join(outside, 'checks'), 'utf8').split('\n').length - 1;
    };
    expect(await check()).toBe(1);
    for (const [index, change] of changes.entries()) {
      change();
      expect(await check()).toBe(index + 2);
    }
    expect(await check()).toBe(4);
  });

  test('is not run again in a loop whose agent changes nothing, and the evidence is the same', async () => {
    const { loop, runs } = scene();
    const { stdout } = await loop('true');
    const events = eventsIn(stdout);
    expect(events.at(-1)).toMatchObject({ type: 'loop-ended', ending: 'no-ops' });
    expect(runs()).toBe(1);
    const metrics = events.filter(({ type }) => type === 'metrics-taken').map((event) => event.metrics);
    expect(metrics).toHaveLength(4);
    expect(new Set(metrics.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(events.filter(({ type }) => type === 'checks-finished').at(-1)).toMatchObject({
      verdicts: [{ outcome: 'fail', cached: true, tests: { total: 2, failed: 1 } }],
    });
  });

  test('is run again if the agent writes what git ignores and checks run in place, and with --no-cache', async () => {
    const busy = scene();
    await busy.loop('echo x >> .env', '--max-iterations', '2');
    expect(busy.runs()).toBe(1);
    const inPlace = scene();
    writeFiles(inPlace.project, { '.jumar/config.yaml': 'room:\n  mode: in-place\n' });
    await inPlace.loop('echo x >> .env', '--max-iterations', '2');
    expect(inPlace.runs()).toBe(3);
    const careful = scene();
    await careful.loop('true', '--max-iterations', '1', '--no-cache');
    expect(careful.runs()).toBe(2);
  });

  test('is run again by a loop that did not run it itself: an agent could have written the result', async () => {
    const { measure, loop, runs } = scene();
    await measure();
    await loop('true', '--max-iterations', '1');
    expect(runs()).toBe(2);
  });

  test('is known to a resumed loop', async () => {
    const { loop, cli, runs, outside } = scene();
    await loop('true', '--max-iterations', '1');
    const { stdout } = await cli(
      'resume',
      '--max-iterations',
      '2',
      '--json',
      '--agent-command',
      agentScript(outside, ':'),
    );
    expect(eventsIn(stdout).filter(({ type }) => type === 'checks-finished')).toHaveLength(1);
    expect(runs()).toBe(1);
  });

  test('is run again where it names a path outside of the workspace, as a check and as a metric', async () => {
    const { cli, outside, measure } = scene();
    const file = join(outside, 'e');
    await cli('config', 'set', 'metrics.custom.n', `cat ${file}`);
    for (const [value, code] of [
      ['1', 0],
      ['2', 1],
      ['1', 0],
    ] as const) {
      writeFileSync(file, value);
      for (const path of [file, '../outside/e']) {
        expect((await cli('measure', '--until', `grep -q 1 ${path}`)).code).toBe(code);
      }
      expect((await measure()).metrics.custom).toEqual({ n: Number(value) });
    }
  });

  test('is run again where it could not be measured', async () => {
    const { project, cli, outside } = scene();
    writeFileSync(join(project, 'flaky.sh'), `echo run >> ${outside}/tries; exit 127`);
    for (const _ of [1, 2]) await cli('measure', '--until', 'sh flaky.sh');
    expect(readFileSync(join(outside, 'tries'), 'utf8')).toBe('run\nrun\n');
  });
});

describe('measure', () => {
  test('runs the build that the project declares, and tells its status and time', async () => {
    const { measure } = scene({}, { build: 'mkdir -p dist && cp src/sum.js dist/' });
    expect((await measure()).metrics.build).toMatchObject({ status: 'success', durationMs: expect.any(Number) });
    const broken = scene({}, { build: 'exit 3' });
    expect((await broken.measure()).metrics.build).toMatchObject({ status: 'failure' });
    await broken.cli('config', 'set', 'metrics.build', 'false');
    expect((await broken.measure()).metrics.build).toBeNull();
  });

  test('asks node itself for coverage with --coverage auto, and tells what that took', async () => {
    const { measure } = scene();
    const { metrics } = await measure('--coverage', 'auto');
    expect(metrics.coverage).toMatchObject({ tool: 'v8', lines: { covered: 3, total: 4 }, costMs: expect.any(Number) });
    expect((await measure('--coverage', 'auto')).metrics.coverage).toEqual(metrics.coverage);
    expect(metrics.coverage.collecting).toEqual({ runMs: expect.any(Number), plainMs: null });
    expect((await measure()).metrics.unknown).toContainEqual(expect.stringMatching(/^coverage: /));
    const again = await measure('--coverage', 'auto', '--no-cache');
    expect(again.metrics.coverage.collecting).toEqual({ runMs: expect.any(Number), plainMs: expect.any(Number) });
    expect(again.details.coverage).toMatchObject([{ file: 'src/sum.js', lines: { covered: 3, total: 4 } }]);
  });

  test('knows the coverage of a command of the configuration again', async () => {
    const report = 'SF:src/sum.js\\nDA:1,1\\nDA:2,0\\nend_of_record\\n';
    const { cli, project } = scene({
      'cover.sh': `echo run >> cover.log; mkdir -p coverage; printf '${report}' > coverage/lcov.info`,
    });
    appendFileSync(join(project, '.gitignore'), 'coverage/\n*.log\n');
    await cli('config', 'set', 'metrics.coverage.command', 'sh cover.sh');
    const measure = () => cli('measure', '--until', 'coverage >= 10');
    for (const _ of [1, 2, 3]) {
      const { code, stdout } = await measure();
      expect(stdout).toContain('coverage is 50, required >= 10');
      expect(code).toBe(0);
      rmSync(join(project, 'coverage'), { recursive: true, force: true });
    }
    expect(readFileSync(join(project, 'cover.log'), 'utf8')).toBe('run\n');
    appendFileSync(join(project, 'src/sum.js'), '// more\n');
    await measure();
    expect(readFileSync(join(project, 'cover.log'), 'utf8')).toBe('run\nrun\n');
  });

  test('does not run a build twice that is a check as well', async () => {
    const { measure, outside } = scene({}, { build: 'mkdir -p dist && echo built >> dist/built.log' });
    const { metrics } = await measure('--until', 'npm run build', '--no-cache');
    expect(metrics.build).toMatchObject({ status: 'success' });
    expect(existsSync(join(outside, '..', 'project', 'dist', 'built.log'))).toBe(true);
    expect(readFileSync(join(outside, '..', 'project', 'dist', 'built.log'), 'utf8')).toBe('built\n');
  });

  test('takes commands of the configuration for what it measures', async () => {
    const { measure, project, cli } = scene();
    mkdirSync(join(project, '.jumar'));
    writeFileSync(
      join(project, '.jumar/config.yaml'),
      `metrics:
  tests: { command: node --test --test-name-pattern=there }
  lint: { command: "echo 'src/sum.js:1:1: F401 unused' && exit 1" }
  types: { command: "true" }
  build: { command: "false" }
  custom:
    length: wc -l < src/sum.js
    bundle: { command: "echo '{\\"kb\\": 240, \\"value\\": 12}'", direction: down, threshold: 10 }
`,
    );
    const { metrics } = await measure();
    expect(metrics).toMatchObject({
      tests: { failed: 0, passed: 1 },
      lint: { errors: 1, tools: ['flake8'] },
      types: { errors: 0 },
      build: { status: 'failure' },
      custom: { length: 4, bundle_kb: 240, bundle: 12 },
    });
    expect((await cli('measure', '--until', 'custom.bundle_kb <= 250')).code).toBe(0);
    const { code, stdout } = await cli('measure', '--until', 'custom.bundle');
    expect(code).toBe(1);
    expect(stdout).toContain('custom.bundle is 12, required <= 10');
    const refused = await cli('measure', '--until', 'custom.size <= 3');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("no custom metric 'size'")]);
  });

  test('runs the test command for a criterion on tests alone', async () => {
    const { cli, runs } = scene();
    const { code, stdout } = await cli('measure', '--until', 'test_count >= 2');
    expect([code, runs()]).toEqual([0, 1]);
    expect(stdout).toContain('test_count is 2');
  });

  test('measures a project without tests', async () => {
    const { cli, project } = scene();
    rmSync(join(project, 'test'), { recursive: true });
    writeFileSync(join(project, 'package.json'), '{}');
    const { code, stdout } = await cli('measure', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).metrics).toMatchObject({ tests: null, files: 3, loc: 4 });
  });

  test('measures a commit with the dependencies that are installed, and writes nothing to the repository', async () => {
    const { cli, project } = scene({
      'test/dependency.test.js': `import { test } from 'node:test';\nimport one from 'one';\ntest('depends', () => one());\n`,
    });
    writeFiles(project, {
      'node_modules/one/package.json': '{"name":"one","type":"module","main":"index.js"}',
      'node_modules/one/index.js': 'export default () => 1;\n',
      'test/sum.test.js': '',
      'src/sum.js': 'export const sum = (a, b) => (a > 0 ? a - b : b);\n',
    });
    const { stdout } = await cli('measure', '--json', '--compare', 'HEAD');
    expect(JSON.parse(stdout)).toMatchObject({
      metrics: { tests: { total: 1, passed: 1 } },
      compared: { tests: { total: 3, passed: 2, failed: 1 } },
      deltas: { test_count: -2 },
      details: {
        tests: [{ id: 'test/dependency.test.js › depends', status: 'passed' }],
        complexityGrew: [{ file: 'src/sum.js', name: 'sum', from: 1, to: 2 }],
      },
      checks: [{ text: 'npm test exits 0' }],
    });
    expect(git(project, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
    const unknown = await cli('measure', '--compare', 'nowhere');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('cannot check out nowhere')]);
  });
});

test('a linter that the agent removes is still part of the measure', async () => {
  const linter = `#!/bin/sh\necho '[{"filePath":"src/sum.js","messages":[{"ruleId":"no-x","severity":2,"message":"x","line":1}]}]'\nexit 1\n`;
  const { loop, project } = scene({ 'eslint.config.js': 'export default [];\n' });
  writeFiles(project, { 'node_modules/.bin/eslint': linter });
  const { chmodSync } = await import('node:fs');
  chmodSync(join(project, 'node_modules/.bin/eslint'), 0o755);
  const agent = "rm eslint.config.js && echo 'export const sum = (a, b) => (a > 0 ? a - b : b);' > src/sum.js";
  const { stdout } = await loop(agent, '--max-iterations', '1');
  const metrics = eventsIn(stdout).filter(({ type }) => type === 'metrics-taken');
  expect(metrics).toMatchObject([
    { metrics: { lint: { errors: 1, tools: ['eslint'] } } },
    {
      metrics: {
        lint: { errors: 1, tools: ['eslint'] },
        complexity: { grew: [{ file: 'src/sum.js', line: 1, name: 'sum', from: 1, to: 2 }] },
      },
    },
  ]);
});
