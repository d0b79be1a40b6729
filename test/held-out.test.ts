import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders, readableFiles, startCli } from './support/cli.ts';
import { aProject, git } from './support/project.ts';
import { until } from './support/until.ts';

const names = ['one', 'two', 'three', 'four', 'five', 'six'];
const TESTS = `import assert from 'node:assert';
import test from 'node:test';
import { double } from '../double.js';

${names.map((name, n) => `// Doubles ${name}.\ntest('doubles ${name}', () => assert.strictEqual(double(${n + 1}), ${2 * n + 2}));\n`).join('\n')}`;
const FILES = {
  'package.json': JSON.stringify({ type: 'module' }),
  'double.js': 'export const double = () => 0;\n',
  'test/double.test.js': TESTS,
};
const RIGHT = "echo 'export const double = (n) => 2 * n;' > double.js";
/** Answers what it sees, and nothing else. */
const FITTED = `node -e '
const seen = [...require("fs").readFileSync("test/double.test.js", "utf8").matchAll(/double\\((\\d+)\\), (\\d+)/g)];
const table = Object.fromEntries(seen.map(([, n, m]) => [n, Number(m)]));
require("fs").writeFileSync("double.js", "export const double = (n) => (" + JSON.stringify(table) + ")[n];\\n");'`;

function scene(agent: string, files: Record<string, string> = FILES) {
  const { project, home, outside } = aProject(files);
  const command = agentScript(
    outside,
    `cat > "${outside}/prompt-$JUMAR_ITERATION"\ncp -r test "${outside}/test-$JUMAR_ITERATION"\n${agent}`,
  );
  const env = { JUMAR_GUARD_ENABLED: 'false', JUMAR_METRICS_CODE: 'false', JUMAR_EVIDENCE_FLIP: 'false' };
  const cli = (...args: string[]) => jumar(args, { cwd: project, home, env });
  const events = () => logOf(loopFolders(home)[0] as string).map(({ event }) => event);
  return {
    ...{ project, home, outside, cli, events, env, command },
    run: (...more: string[]) =>
      cli('run', 'make the tests pass', '--until', 'node --test test/', '--agent-command', command, ...more),
    ofType: (type: string) => events().filter((event) => event.type === type),
    receipt: () => JSON.parse(readFileSync(join(readableFiles(home), 'result.json'), 'utf8')),
    prompt: (n: number) => readFileSync(join(outside, `prompt-${n}`), 'utf8'),
    seenTests: (n: number) => readFileSync(join(outside, `test-${n}`, 'double.test.js'), 'utf8'),
    testsNow: () => readFileSync(join(project, 'test/double.test.js'), 'utf8'),
  };
}

const testsIn = (project: string) => readFileSync(join(project, 'test/double.test.js'), 'utf8');
const heldIn = (event: unknown) => (event as { tests: string[] }).tests;
const title = (id: string) => id.split(' › ')[1] as string;

test('honest work passes tests that it never saw, and the person has all of them again', async () => {
  const { run, ofType, receipt, prompt, seenTests, testsNow } = scene(RIGHT);
  const { code, stdout } = await run('--hold-out', '50%', '--max-iterations', '2');
  const held = heldIn(ofType('tests-held-out')[0]);
  expect(held).toHaveLength(3);
  for (const id of held) {
    expect(seenTests(1)).not.toContain(title(id));
    expect(prompt(1)).not.toContain(title(id));
  }
  expect(seenTests(1).match(/test\('/g)).toHaveLength(3);
  expect(prompt(1)).toContain('- 3 held-out tests pass, not in the working tree');
  expect(ofType('held-out-checked')).toMatchObject([{ of: 3, passed: 3, failing: [], verdict: { outcome: 'pass' } }]);
  expect(testsNow()).toBe(TESTS);
  expect(stdout).toContain('3 held out; 3 of 3 pass');
  expect(stdout).toMatch(/changed +1 file,/);
  expect(receipt()).toMatchObject({ ending: 'completed', held_out: { asked: ['50%'], tests: held, revealed: [] } });
  expect(code).toBe(0);
});

test('answers for what it sees are not enough; after a while one test is shown, and the end has the whole file', async () => {
  const { run, ofType, receipt, prompt, seenTests, testsNow, cli } = scene(
    `${FITTED}\necho "// $JUMAR_ITERATION" >> double.js`,
  );
  const { code } = await run('--hold-out', '2', '--max-iterations', '4');
  const held = heldIn(ofType('tests-held-out')[0]);
  expect(held).toHaveLength(2);
  expect(ofType('held-out-checked')).toHaveLength(4);
  expect(prompt(2)).toContain('0 of 2 held-out tests pass');
  const [revealed] = ofType('tests-revealed').map(heldIn);
  expect(revealed).toHaveLength(1);
  const [shown = ''] = revealed ?? [];
  expect(held).toContain(shown);
  expect(seenTests(3)).not.toContain(title(shown));
  expect(seenTests(4)).toContain(title(shown));
  expect(prompt(4)).toContain(`in the workspace now: ${shown}`);
  const other = held.find((id) => id !== shown) as string;
  expect(prompt(4)).not.toContain(title(other));
  expect(ofType('held-out-checked').at(-1)).toMatchObject({ passed: 1, failing: [other] });
  expect(receipt().held_out.revealed).toMatchObject([{ test: shown, why: 'failing' }]);
  expect(testsNow()).toBe(TESTS);
  expect((await cli('diff')).stdout).not.toContain('double.test.js');
  expect(code).toBe(1);
});

test('what the agent adds to a cut file stays, beside the tests that come back', async () => {
  const own = "\\ntest('doubles ten', () => assert.strictEqual(double(10), 20));";
  const { run, testsNow, ofType } = scene(`${RIGHT}\nprintf "${own}\\n" >> test/double.test.js`);
  expect((await run('--hold-out', '2', '--max-iterations', '2')).code).toBe(0);
  expect(heldIn(ofType('tests-held-out')[0])).toHaveLength(2);
  const now = testsNow();
  for (const name of [...names, 'ten']) expect(now.split(`test('doubles ${name}'`)).toHaveLength(2);
});

test('an agent that brings the tests back is recorded: they count as revealed', async () => {
  const { run, ofType, receipt } = scene(`${RIGHT}\ngit show HEAD:test/double.test.js > test/double.test.js`);
  const { stdout } = await run('--hold-out', '2', '--max-iterations', '1');
  const held = heldIn(ofType('tests-held-out')[0]);
  expect(ofType('tests-revealed')).toMatchObject([{ why: 'found', iteration: 1, tests: held }]);
  expect(stdout).toContain('the agent brought back held-out tests');
  expect(receipt().held_out.revealed).toHaveLength(2);
});

test('the files of a person stay when a loop that a limit ended is aborted', async () => {
  const { run, cli, testsNow, project } = scene(RIGHT);
  await run('--hold-out', '2', '--max-iterations', '1', '--until', 'test -f never');
  writeFileSync(join(project, 'mine.txt'), 'mine\n');
  expect((await cli('abort')).code).toBe(0);
  expect(testsNow()).toBe(TESTS);
  expect(readFileSync(join(project, 'double.js'), 'utf8')).toContain('2 * n');
  expect(git(project, 'status', '--porcelain')).not.toContain('test/');
});

test('if the rest does not run as before, the file stays whole', async () => {
  const order = `import assert from 'node:assert';
import test from 'node:test';
import { double } from '../double.js';
let count = 0;
test('first', () => { count += 1; });
test('second', () => { assert.strictEqual(count++, 1); });
test('third', () => { assert.strictEqual(count, 2); });
test('doubles', () => assert.strictEqual(double(2), 4));
`;
  const { run, ofType, testsNow } = scene(RIGHT, { ...FILES, 'test/double.test.js': order });
  // Nothing is left to be held out, as the person wanted: no agent starts.
  const { code, stdout } = await run('--hold-out', 'second', '--max-iterations', '1');
  expect(code).toBe(7);
  expect(stdout).toContain('no test is held out: none can be taken out of its file');
  expect(ofType('agent-started')).toEqual([]);
  expect(ofType('tests-held-out')).toMatchObject([
    { tests: [], seen: null, problem: 'none can be taken out of its file' },
  ]);
  expect(testsNow()).toBe(order);
});

test.each(['200%', '0%', '0', '-3', '2.5', '100.5%'])(
  '%s is no share of tests: refused before anything starts',
  async (given) => {
    const { run, home } = scene(RIGHT);
    const { code, stderr } = await run(`--hold-out=${given}`);
    expect(code).toBe(2);
    expect(stderr).toContain(`"${given}" is neither a share above 0% up to 100% nor a number of tests`);
    expect(stderr).toContain('try 30%, 5, a part of test names');
    expect(loopFolders(home)).toEqual([]);
  },
);

test('a name that no test has ends the loop before the agent starts, and the resumed loop tries what the settings say by then', async () => {
  const { run, ofType, cli, project } = scene(RIGHT);
  const { code, stdout } = await run('--hold-out', 'nosuchname', '--max-iterations', '2');
  expect(code).toBe(7);
  expect(stdout).toContain('no test is held out: no test of 6 is called nosuchname; no agent was started');
  expect(ofType('agent-started')).toEqual([]);
  expect(testsIn(project)).toBe(TESTS);
  expect((await cli('config', 'set', 'evidence.holdOut', '["one"]', '--yes')).code).toBe(0);
  expect((await cli('resume')).code).toBe(0);
  expect(heldIn(ofType('tests-held-out')[1]).map(title)).toEqual(['doubles one']);
});

test('a share that cannot be met is stated at the start, at the end and in the receipt', async () => {
  const table = `import assert from 'node:assert';
import test from 'node:test';
import { double } from '../double.js';
for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) test('doubles ' + n, () => assert.strictEqual(double(n), 2 * n));
test('doubles ten', () => assert.strictEqual(double(10), 20));
test('doubles eleven', () => assert.strictEqual(double(11), 22));
`;
  const { run, receipt } = scene(RIGHT, { ...FILES, 'test/double.test.js': table });
  const { code, stdout } = await run('--hold-out', '50%', '--max-iterations', '1');
  expect(code).toBe(0);
  const shortfall = '5 (50% of 10) were asked for, 2 of 10 can be taken out, and some of each file stay';
  expect(stdout).toMatch(new RegExp(`held out: 1 test \\(seed \\w+\\); ${shortfall.replace(/[()]/g, '\\$&')}`));
  expect(stdout.replace(/\s+/g, ' ')).toContain(`1 held out (${shortfall}); 1 of 1 pass`);
  expect(receipt().held_out).toMatchObject({ of: { ran: 10, possible: 2, wanted: 5 }, shortfall });
});

test('kills at any event lose nothing: the same tests stay held out, and the end has all of them', async () => {
  const { project: cwd, home, events, env, command, testsNow, cli } = scene(RIGHT);
  const args = [
    'run',
    'make the tests pass',
    '--until',
    'node --test test/',
    '--agent-command',
    command,
    '--hold-out',
    '2',
  ];
  const seen = () => (loopFolders(home).length === 0 ? [] : events().map(({ type }) => type));
  let kills = 0;
  for (const [index, type] of ['tests-held-out', 'agent-started', 'snapshot-taken', 'held-out-checked'].entries()) {
    const run = startCli(index === 0 ? args : ['resume'], { cwd, home, env });
    const before = seen().length;
    let isOver = false;
    void run.done.then(() => {
      isOver = true;
    });
    await until(`the log has ${type}`, () => isOver || seen().slice(before).includes(type), 120_000);
    run.child.kill('SIGKILL');
    if ((await run.done).signal === 'SIGKILL') kills += 1;
  }
  expect(kills).toBe(4);
  expect((await cli('status')).stdout).toContain('held out');
  expect((await cli('resume')).code).toBe(0);
  expect(seen().filter((type) => type === 'tests-held-out')).toHaveLength(1);
  expect(seen().filter((type) => type === 'iteration-judged')).toHaveLength(2);
  expect(testsNow()).toBe(TESTS);
}, 240_000);

test('a killed loop can be aborted: its work stays, and the tests are back', async () => {
  const { project: cwd, home, events, env, command, testsNow, cli, project } = scene(`${RIGHT}\nsleep 60`);
  const args = [
    'run',
    'make the tests pass',
    '--until',
    'node --test test/',
    '--agent-command',
    command,
    '--hold-out',
    '2',
  ];
  const run = startCli(args, { cwd, home, env });
  const isAtWork = () => loopFolders(home).length > 0 && events().some(({ type }) => type === 'agent-started');
  await until(
    'the agent works',
    () => isAtWork() && readFileSync(join(project, 'double.js'), 'utf8').includes('2'),
    120_000,
  );
  run.child.kill('SIGKILL');
  await run.done;
  expect(testsNow()).not.toBe(TESTS);
  expect((await cli('abort')).code).toBe(0);
  expect(testsNow()).toBe(TESTS);
  expect(readFileSync(join(project, 'double.js'), 'utf8')).toContain('2 * n');
}, 180_000);

test('what a person changes between two sessions stays, also in a test that is held out', async () => {
  const agent = `if [ "$JUMAR_ITERATION" = 1 ]; then echo 'export const double = () => 1;' > double.js; else ${RIGHT}\nfi`;
  const { run, cli, ofType, seenTests, testsNow, project } = scene(agent);
  expect((await run('--hold-out', '2', '--max-iterations', '1')).code).toBe(1);
  expect(testsNow()).toBe(TESTS);
  const [first = ''] = heldIn(ofType('tests-held-out')[0]);
  const name = title(first).replace('doubles ', '');
  const mine = TESTS.replace(`// Doubles ${name}.`, `// Doubles ${name}, as I say.`);
  writeFileSync(join(project, 'test/double.test.js'), mine);
  expect((await cli('resume', '--max-iterations', '3')).code).toBe(0);
  expect(seenTests(3)).not.toContain(title(first));
  expect(testsNow()).toBe(mine);
});
