import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders, readableFiles, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject } from './support/project.ts';

const OLD_TEST = `import assert from 'node:assert';
import test from 'node:test';
import { sum } from '../sum.js';
test('sums', () => assert.strictEqual(sum(2, 2), 4));
`;
const FILES = {
  'package.json': JSON.stringify({ type: 'module' }),
  'sum.js': 'export const sum = (a, b) => a + b;\n',
  'test/sum.test.js': OLD_TEST,
};
const FEATURE = `printf 'export const sum = (a, b) => a + b;\\nexport const product = (a, b) => a * b;\\n' > sum.js`;
/** Together in one file, a missing export would keep all of its tests from running: each looks it up itself. */
const testFile = (...tests: string[]) => `cat > test/product.test.js <<'X'
import assert from 'node:assert';
import test from 'node:test';
import * as all from '../sum.js';
${tests.join('\n')}
X`;
const OF_CHANGE = "test('multiplies', () => assert.strictEqual(all.product(2, 3), 6));";
const OF_NOTHING = "test('is a module', () => assert.strictEqual(typeof all, 'object'));";

async function run(task: string, agent: string, env: Record<string, string> = {}) {
  const { project, home, outside } = aProject(FILES);
  const command = agentScript(outside, `cat > "${outside}/prompt-$JUMAR_ITERATION"\n${agent}`);
  const args = ['run', task, '--until', 'node --test test/', '--until', 'grep -q product sum.js'];
  const options = { cwd: project, home, env: { ...WITHOUT_ANALYST, ...env } };
  const { code, stdout } = await jumar([...args, '--agent-command', command, '--max-iterations', '2'], options);
  const events = logOf(loopFolders(home)[0] as string).map(({ event }) => event);
  const receipt = JSON.parse(readFileSync(join(readableFiles(home), 'result.json'), 'utf8'));
  const prompt = (n: number) => readFileSync(join(outside, `prompt-${n}`), 'utf8');
  return { code, stdout, prompt, receipt, checked: events.filter(({ type }) => type === 'new-tests-checked') };
}

test('a new test that passes without the change is reported, and completion follows from the other', async () => {
  const { code, stdout, receipt, checked } = await run(
    'add product() with tests',
    `${FEATURE}\n${testFile(OF_CHANGE, OF_NOTHING)}`,
  );
  expect(code).toBe(0);
  expect(checked).toMatchObject([
    {
      added: 2,
      passing: { tests: ['test/product.test.js › is a module'], count: 1 },
      failing: 1,
      crashed: 0,
      unshown: [],
      holds: false,
    },
  ]);
  expect(stdout).toContain('1 of 2 new tests passes without the change');
  expect(receipt.iterations[1].new_tests).toMatchObject({ added: 2, pass_without_change: 1, fail_without_change: 1 });
});

test('if the task asks for tests of its change and none needs it, the loop goes on, and the agent learns why', async () => {
  const { code, prompt, checked } = await run(
    'add product() with tests',
    `${FEATURE}
if [ "$JUMAR_ITERATION" = 1 ]; then ${testFile(OF_NOTHING)}
else ${testFile(OF_NOTHING, OF_CHANGE)}
fi`,
  );
  expect(checked).toMatchObject([
    { added: 1, passing: { count: 1 }, holds: true },
    { added: 2, passing: { count: 1 }, failing: 1, holds: false },
  ]);
  expect(prompt(2)).toContain('the new test passes without the change, so no test shows what the task asks for');
  expect(prompt(2)).toContain('New tests that pass without your change, and so show nothing of it:');
  expect(code).toBe(0);
});

test('a task that does not ask for tests completes, and a test that cannot be loaded without the change needs it', async () => {
  const imports = "import { product } from '../sum.js';\ntest('two', () => assert.strictEqual(product(1, 2), 2));";
  const { code, checked } = await run('add product()', `${FEATURE}\n${testFile(imports)}`);
  expect(code).toBe(0);
  expect(checked).toMatchObject([{ added: 1, passing: { count: 0 }, failing: 1, crashed: 1, holds: false }]);
});

test.each([
  ['nothing is run if no test is new', FEATURE, {}, [{ added: 0, failing: 0 }]],
  ['it can be switched off', `${FEATURE}\n${testFile(OF_NOTHING)}`, { JUMAR_EVIDENCE_NEW_TESTS: 'false' }, []],
])('%s', async (_, agent, env, checked) => {
  const result = await run('add product() with tests', agent, env);
  expect(result.code).toBe(0);
  expect(result.checked).toMatchObject(checked);
});
