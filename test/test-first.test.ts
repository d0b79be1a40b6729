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
const OF_TASK = `test('prints JSON', () => {
  assert.strictEqual(asJson(['a']), '{"names":["a"]}');
  assert.strictEqual(asJson([]), '{"names":[]}');
});`;

async function run(agent: string, { files = NODE as Record<string, string>, more = [] as string[] } = {}) {
  const { project, home, outside } = aProject(files);
  const command = agentScript(outside, `cat > "${outside}/prompt-$JUMAR_ITERATION"\n${agent}`);
  const args = ['run', 'list as JSON', '--agent-command', command, '--max-iterations', '2', ...more];
  const quick = { JUMAR_GUARD_ENABLED: 'false', JUMAR_METRICS_CODE: 'false', JUMAR_EVIDENCE_TASK_MUTANTS: '1' };
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
  expect(stdout).toContain('results replaced by constants: noticed for 1 of 2 functions');
  expect(stdout).toMatch(/small faults in the change: \d of \d noticed; .* s, .* × a test run/);
  expect(stdout).toContain('no test needs isLong (list.js:2)');
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
else ${testFile(...cheap, OF_TASK, "test('is long', () => assert.equal(isLong([1, 2, 3, 4]), true));")}
fi`);
  expect(checked).toMatchObject([{ shown: { count: 0 } }, { shown: { count: 3 } }]);
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

const SLUGS = (body: string, ...tests: string[]) => `cat > slug.js <<'X'
export function slugify(title) {
  ${body}
}
X
cat > test/slug.test.js <<'X'
import assert from 'node:assert';
import test from 'node:test';
import * as all from '../slug.js';
${tests.join('\n')}
X`;

test('a constant function and tests of types show nothing: the prompt says what to add, and three honest tests are enough', async () => {
  const one = `test('words', () => assert.equal(all.slugify('Hello World'), 'hello-world'));`;
  const types = [
    `test('is a function', () => assert.equal(typeof all.slugify, 'function'));`,
    `test('gives a text', () => assert.equal(typeof all.slugify('a'), 'string'));`,
  ];
  const honest = [
    one,
    `test('signs', () => assert.equal(all.slugify('Wait, what?'), 'wait-what'));`,
    `test('nothing', () => assert.equal(all.slugify('  '), ''));`,
  ];
  const work = "return title.toLowerCase().match(/[a-z0-9]+/g)?.join('-') ?? '';";
  const { code, prompt, checked, receipt, stdout } = await run(
    `case "$JUMAR_ITERATION" in
1) ${SLUGS(`return 'hello-world';`, one, ...types)}
;;
2) ${SLUGS(work, ...types)}
;;
*) ${SLUGS(work, ...honest)}
;;
esac`,
    { more: ['--max-iterations', '3'] },
  );
  const cannotTell = (value: string) =>
    `**Your tests do not show the task yet:** its tests cannot tell slugify (slug.js:1) from one that always returns ${value}: two different expected values are needed`;
  expect(prompt(2)).toContain(cannotTell("'hello-world'"));
  expect(prompt(3)).toContain(cannotTell("'string'"));
  expect(checked[2]).toMatchObject({ shown: { count: 3 }, faults: { constants: { functions: 1, distinguished: 1 } } });
  expect(receipt.iterations[3].task_tests.faults).toMatchObject({ measured: true, distinguished_from_constants: 1 });
  expect(stdout).toContain('results replaced by constants: noticed for 1 of 1 function');
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
    const more = `printf '    assert initials([]) == []\\n' >> test_initials.py`;
    const { code, checked, prompt } = await run(`if [ "$JUMAR_ITERATION" = 1 ]; then ${feature}\nelse ${more}\nfi`, {
      files,
    });
    expect(prompt(2)).toContain('its tests cannot tell initials (names.py:5) from one that always returns ["a", "c"]');
    const shown = { tests: ['test_initials.py › test_initials'], count: 1 };
    expect(checked).toMatchObject([{ shown }, { shown, faults: { constants: { functions: 1, distinguished: 1 } } }]);
    expect(checked[0]).toMatchObject({ unshown: [{ tests: ['test_initials.py › test_exists'] }] });
    expect(code).toBe(0);
  },
);
