import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { CLI, jumar, logOf, loopFolders, readableFiles } from './support/cli.ts';
import { aProject, git } from './support/project.ts';

const TEST_FILE = 'test/sum.test.js';
const SUPPRESSIONS = '.jumar/patterns/suppressions.yaml';
const TIMEOUT = { timeout: 120_000 };

const files = {
  'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }),
  'src/sum.js': 'export const sum = (a, b) => a - b;\n',
  [TEST_FILE]: `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '../src/sum.js';

test('sums two numbers', () => {
  assert.equal(sum(2, 3), 5);
});
`,
};

const WEAKEN = `sed -i 's/assert.equal(sum(2, 3), 5)/assert.ok(true)/' ${TEST_FILE}`;

interface Alerts {
  raised: { id: string; pattern: string | null; source: string; blocking: boolean; marked: unknown }[];
  guard: Record<string, number | null>;
}

/** A loop whose agent weakens the test every time, until a person is asked. */
async function held(agent = WEAKEN) {
  const { project, home, outside } = aProject(files);
  const command = agentScript(outside, agent);
  // Without the pristine run, whose own finding on a changed test would stand beside the guard's.
  const env = { JUMAR_VERIFY_PRISTINE: 'false' };
  const cli = (...args: string[]) => jumar(args, { cwd: project, home, env });
  const stopped = await cli('make the tests pass', '--until', 'node --test', '--agent-command', command);
  const alerts = async () => JSON.parse((await cli('alerts', '--json')).stdout) as Alerts;
  const marks = () => logOf(loopFolders(home)[0] as string).filter(({ event }) => event.type === 'finding-marked');
  return { project, home, cli, stopped, alerts, marks };
}

async function idOf(alerts: () => Promise<Alerts>): Promise<string> {
  return (await alerts()).raised.find(({ blocking }) => blocking)?.id as string;
}

describe('what the guard was wrong about', () => {
  test('is shown, marked in one step, and holds the loop up no more', TIMEOUT, async () => {
    const { project, home, cli, stopped, alerts, marks } = await held();
    expect(stopped.code).toBe(4);
    const shown = await cli('alerts');
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain('assertion-trivial');
    expect(shown.stdout).toContain(`${TEST_FILE}:6`);
    expect(shown.stdout).toContain('blocks');
    expect((await alerts()).guard).toMatchObject({ findings: 1, blocking: 1, false_positive_rate: null });

    const id = await idOf(alerts);
    const marked = await cli('alerts', 'mark', id.slice(0, 5), '--false-positive', '--reason', 'a placeholder');
    expect(marked).toMatchObject({ code: 0, stderr: '' });
    expect((await cli('alerts')).stdout).toContain('false positive: a placeholder');
    expect((await cli('gate', 'show')).stdout).toContain('has no open question');
    expect((await cli('alerts', 'mark', id, '--false-positive')).stdout).toContain('already');
    expect(marks().map(({ event }) => event)).toMatchObject([
      { type: 'finding-marked', id: `finding:${id}`, falsePositive: true, reason: 'a placeholder' },
    ]);

    const rate = { findings: 1, blocking: 1, confirmed: 0, false_positives: 1, false_positive_rate: 1 };
    const [loop] = JSON.parse((await cli('list', '--json')).stdout);
    const result = join(readableFiles(home, loop.id), 'result.json');
    expect(JSON.parse(readFileSync(result, 'utf8'))).toMatchObject({ guard: rate });

    expect((await cli('resume')).code).toBe(0);
    expect(readFileSync(join(project, TEST_FILE), 'utf8')).toContain('assert.ok(true)');
    expect(JSON.parse(readFileSync(result, 'utf8'))).toMatchObject({ ending: 'completed', guard: rate });
  });

  test('may be switched off for that file, with the reason', TIMEOUT, async () => {
    const { project, cli, alerts } = await held();
    const id = await idOf(alerts);
    const refused = await cli('alerts', 'mark', id, '--false-positive', '--suppress');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('needs a reason');
    const told = await cli('alerts', 'mark', id, '--false-positive', '--suppress', '--reason', 'a placeholder');
    expect(told.code).toBe(0);
    expect(told.stdout).toContain(SUPPRESSIONS);
    expect(readFileSync(join(project, SUPPRESSIONS), 'utf8')).toContain('a placeholder');

    const path = join(project, TEST_FILE);
    writeFileSync(path, readFileSync(path, 'utf8').replace('assert.equal(sum(2, 3), 5)', 'assert.ok(true)'));
    expect((await cli('audit')).code).toBe(1);
    git(project, 'add', SUPPRESSIONS);
    git(project, 'commit', '-q', '-m', 'suppress');
    expect((await cli('audit')).code).toBe(0);
  });
});

describe('a mark', () => {
  test('is refused for what was never raised, and to an agent', TIMEOUT, async () => {
    const { cli, alerts, marks } = await held(`${WEAKEN}; node ${CLI} alerts mark x --false-positive`);
    expect((await cli('show', '2', '--output')).stdout).toContain('`jumar alerts mark` is not allowed inside the loop');
    const unknown = await cli('alerts', 'mark', 'zzzz', '--false-positive');
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain(await idOf(alerts));
    const vague = await cli('alerts', 'mark', await idOf(alerts));
    expect(vague.code).toBe(2);
    expect(vague.stderr).toContain('--false-positive');
    expect(marks()).toEqual([]);
  });
});

test('a deleted test is raised by what ran and by what the code shows, and one mark clears it', TIMEOUT, async () => {
  const { cli, alerts } = await held(`sed -i "/^test('sums/,/^});/d" ${TEST_FILE}
printf "import { test } from 'node:test';\\ntest('fine', () => {});\\n" > test/fine.test.js`);
  const open = (await alerts()).raised.filter(({ blocking }) => blocking);
  expect(new Set(open.map(({ source }) => source))).toEqual(new Set(['guard', 'tests']));
  expect((await cli('alerts', 'mark', open[0]?.id ?? '', '--false-positive')).stdout).not.toContain('still blocks');
  expect((await cli('resume')).code).toBe(0);
});
