import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders, readableFiles } from './support/cli.ts';
import { aProject } from './support/project.ts';

const NODE = {
  'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }),
  'list.js': 'export const list = (names) => names.join(", ");\n',
  'test/list.test.js': `import assert from 'node:assert';
import test from 'node:test';
import { list } from '../list.js';
test('joins names', () => assert.strictEqual(list(['a', 'b']), 'a, b'));
`,
};
const FEATURE = `cat > list.js <<'X'
export const list = (names) => names.join(", ");
export const isLong = (names) => names.length > 3;
export const asJson = (names) => JSON.stringify({ names });
X`;
const testFile = (...tests: string[]) => `cat > test/json.test.js <<'X'
import assert from 'node:assert';
import test from 'node:test';
import * as all from '../list.js';
const { asJson, isLong, list } = all;
${tests.join('\n')}
X`;
const OF_TASK = `test('prints JSON', () => assert.strictEqual(asJson(['a']), '{"names":["a"]}'));`;

async function run(agent: string, { files = NODE as Record<string, string>, more = [] as string[] } = {}) {
  const { project, home, outside } = aProject(files);
  const command = agentScript(outside, `cat > "${outside}/prompt-$JUMAR_ITERATION"\n${agent}`);
  const args = ['run', 'list as JSON', '--agent-command', command, '--max-iterations', '2', ...more];
  const quick = { JUMAR_GUARD_ENABLED: 'false', JUMAR_METRICS_CODE: 'false' };
  const { code, stdout } = await jumar(args, { cwd: project, home, env: quick });
  const events = logOf(loopFolders(home)[0] as string).map(({ event }) => event);
  return {
    ...{ code, stdout, project },
    prompt: (n: number) => readFileSync(join(outside, `prompt-${n}`), 'utf8'),
    launches: events.filter(({ type }) => type === 'agent-started').length,
    receipt: JSON.parse(readFileSync(join(readableFiles(home), 'result.json'), 'utf8')),
    checked: events.filter(({ type }) => type === 'task-tests-checked'),
  };
}

test("the agent's own tests show the task: the loop completes, and says what was shown and by whose tests", async () => {
  const { code, stdout, prompt, receipt, checked, launches } = await run(`${FEATURE}\n${testFile(OF_TASK)}`);
  expect(prompt(1)).toContain('Your tests are what shows that it is done.');
  expect(checked).toMatchObject([{ shown: { tests: ['test/json.test.js › prints JSON'], count: 1 }, emptied: 2 }]);
  expect(stdout).toContain("shown by the agent's own test: test/json.test.js › prints JSON");
  expect(stdout).toContain('it fails without the change, with other values and with emptied functions');
  expect(receipt).toMatchObject({ ending: 'completed', verified: true, shown_by: 'tests', exit_code: 0 });
  expect(receipt.iterations[1].task_tests).toMatchObject({ shown_count: 1, unshown: [], emptied_functions: 2 });
  expect([code, launches]).toEqual([0, 1]);
});

test('the prompt says why tests show nothing, and the loop goes on until one shows the task', async () => {
  const cheap = [
    "test('exists', () => { asJson([]); isLong([]); assert.strictEqual(1 + 1, 2); });",
    "test('runs', () => { assert.ok(true); asJson([]).trim(); });",
    "test('is not long', () => assert.equal(isLong([1]), false));",
    "test('nothing is short', () => assert.ok(!isLong([])));",
    "test('is old', () => assert.equal(list(['b']), 'b'));",
  ];
  const { code, prompt, checked } = await run(`${FEATURE}
if [ "$JUMAR_ITERATION" = 1 ]; then ${testFile(...cheap)}
else ${testFile(...cheap, OF_TASK)}
fi`);
  expect(checked).toMatchObject([{ shown: { count: 0 } }, { shown: { count: 2 } }]);
  expect(prompt(2)).toContain('**Your tests do not show the task yet:**');
  const reasons = [
    '"test/json.test.js › exists", "test/json.test.js › nothing is short": it passes if the functions of the change do nothing',
    '"test/json.test.js › runs": it asserts nothing that could fail',
    '"test/json.test.js › is not long": it only compares with false',
    '"test/json.test.js › is old": it passes without the change',
  ];
  for (const reason of reasons) expect(prompt(2)).toContain(reason);
  expect(code).toBe(0);
});

test('an agent that adds nothing more ends the loop: its work stays', async () => {
  const { code, stdout, launches, project } = await run(`[ "$JUMAR_ITERATION" = 2 ] || { ${FEATURE}\n}`, {
    more: ['--max-iterations', '9'],
  });
  expect(stdout).toContain('the agent adds nothing more');
  expect([code, launches]).toEqual([4, 2]);
  expect(readFileSync(join(project, 'list.js'), 'utf8')).toContain('asJson');
});

test('--test-first asks for them although a check was named', async () => {
  const more = ['--until', 'node --test', '--until', 'grep -q asJson list.js', '--test-first'];
  const { code, prompt, checked } = await run(FEATURE, { more: [...more, '--max-iterations', '1'] });
  expect(prompt(1)).toContain('Your tests are what shows that it is done.');
  expect(prompt(1)).not.toContain('They hold before any change');
  expect(checked).toMatchObject([{ shown: { count: 0 } }]);
  expect(code).toBe(4);
});

const hasPytest = () => {
  try {
    return execFileSync('python3', ['-m', 'pytest', '--version'], { encoding: 'utf8', stdio: 'pipe' }) !== '';
  } catch {
    return false;
  }
};

test.runIf(hasPytest() || void console.log('without pytest, test-first in Python is not tried'))(
  'pytest: a test that only imports the new name does not count, the other does',
  async () => {
    const files = {
      'pytest.ini': '[pytest]\n',
      'names.py': 'def join(names):\n    return ", ".join(names)\n',
      'test_names.py': 'from names import join\n\n\ndef test_join():\n    assert join(["a", "b"]) == "a, b"\n',
    };
    const feature = `printf '\\n\\ndef initials(names):\\n    return [name[0] for name in names]\\n' >> names.py
cat > test_initials.py <<'X'
def test_exists():
    from names import initials
    assert initials is not 5


def test_initials():
    from names import initials
    assert initials(["ab", "cd"]) == ["a", "c"]
X`;
    const { code, checked } = await run(feature, { files });
    expect(checked).toMatchObject([{ shown: { tests: ['test_initials.py › test_initials'], count: 1 } }]);
    expect(checked[0]).toMatchObject({ unshown: [{ tests: ['test_initials.py › test_exists'] }] });
    expect(code).toBe(0);
  },
);
