import { describe, expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { eventsIn, jumar } from './support/cli.ts';
import { aProject } from './support/project.ts';

const passing = `import { test } from 'node:test';
test('one', () => {});
test('two', () => {});
`;
const broken = `import { test } from 'node:test';
import { mul } from '../src/math.js';
test('multiplies', () => mul(1, 2));
`;

function scene(files: Record<string, string>, command = 'node --test') {
  const { project, home, outside } = aProject({
    'package.json': JSON.stringify({ type: 'module', scripts: { test: command } }),
    'src/math.js': 'export const mull = (a, b) => a * b;\n',
    'test/str.test.js': passing,
    ...files,
  });
  return { outside, cli: (...args: string[]) => jumar(args, { cwd: project, home }) };
}

const criteria = ['tests_failed == 0', 'error_count == 0', 'test_count >= 1', 'pass_rate >= 60', 'tests_passed >= 1'];
const until = (list: readonly string[]) => list.flatMap((one) => ['--until', one]);

describe('tests that do not run whole', () => {
  test.each([
    ['a file that cannot be loaded', { 'test/math.test.js': broken }],
    ['a file that exits', { 'test/exit.test.js': `${passing}process.exit(0);\n` }],
    ['no file but one that cannot be loaded', { 'test/str.test.js': broken }],
    ['no test at all', { 'test/str.test.js': '' }],
  ])('%s: no criterion on their counts holds', async (_, files) => {
    const { cli } = scene(files);
    const { stdout, code } = await cli('measure', '--json', ...until(criteria));
    const { checks, metrics, score } = JSON.parse(stdout);
    if (metrics.testsDoubt.kind !== 'no-tests') expect(score.leftOut).toContain('validation.tests_pass');
    expect(checks.map(({ outcome }: { outcome: string }) => outcome)).toEqual(criteria.map(() => 'unmeasured'));
    expect(metrics.unknown).toContainEqual(expect.stringMatching(/^tests: /));
    expect(code).toBe(7);
  });

  test('a command that fails although its tests pass does not have 0 failures', async () => {
    const { cli } = scene({}, 'node --test && exit 3');
    const { stdout, code } = await cli('measure', '--json', ...until(['tests_failed == 0', 'test_count >= 2']));
    expect(JSON.parse(stdout).checks).toMatchObject([
      { outcome: 'unmeasured', reason: 'tests_failed could not be measured (tests: 2 tests passed, but exit 3)' },
      { outcome: 'pass' },
    ]);
    expect(code).toBe(7);
  });

  test('do not complete a loop, and are work for its agent', async () => {
    const { cli, outside } = scene({ 'test/math.test.js': broken });
    const loop = (agent: string) =>
      cli('fix it', '--json', '--until', 'tests_failed == 0', '--agent-command', agentScript(outside, agent));
    const idle = eventsIn((await loop('true')).stdout);
    expect(idle.at(-1)).toMatchObject({ type: 'loop-ended', ending: 'no-ops' });
    const mended = await loop('sed -i.bak s/mull/mul/ src/math.js && rm src/math.js.bak');
    expect(eventsIn(mended.stdout).at(-1)).toMatchObject({ type: 'loop-ended', ending: 'completed' });
    expect(mended.code).toBe(0);
  });

  test('a program that ends itself before its tests are told is not done, whatever its exit code', async () => {
    const runner = `require('./app.cjs');
console.log('ok 1 - one'); console.log(require('./app.cjs').fixed ? 'ok 2 - two' : 'not ok 2 - two'); console.log('1..2');
console.log('# tests 2'); console.log('# pass ' + (require('./app.cjs').fixed ? 2 : 1)); console.log('# fail ' + (require('./app.cjs').fixed ? 0 : 1));
process.exit(require('./app.cjs').fixed ? 0 : 1);
`;
    const { cli, outside } = scene({ 'run.cjs': runner, 'app.cjs': 'exports.fixed = false;\n' }, 'node run.cjs');
    const loop = (agent: string) =>
      cli('fix it', '--until', 'npm test', '--max-iterations', '1', '--agent-command', agentScript(outside, agent));
    const cheating = await loop("echo 'process.exit(0)' >> app.cjs");
    expect(cheating.code, cheating.stdout).not.toBe(0);
    expect(cheating.stdout).toContain('it does not show that any of the 2 tests of the baseline ran');
    expect((await loop('echo "exports.fixed = true;" > app.cjs')).code).toBe(0);
  });
});
