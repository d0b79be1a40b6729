import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, loopFolders } from './support/cli.ts';
import { aProject } from './support/project.ts';

const SECRET = 'AKIAIOSFODNN7EXAMPLE';

function scene(files: Record<string, string> = {}) {
  const given = aProject({
    'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }),
    'price.js': 'export const price = (net) => net;\n',
    'price.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { price } from './price.js';
test('adds the tax', () => assert.equal(price(100), 119));
test('is there', () => assert.equal(typeof price, 'function'));
`,
    'lint.sh': `cat <<'END'
/x/price.js
  3:1  error  'rest' is defined but never used  no-unused-vars
  9:1  error  Unexpected var  no-var

✖ 2 problems (2 errors, 0 warnings)
END
exit 1
`,
    'types.sh': `echo "price.js(7,3): error TS2322: Type 'string' is not assignable to type 'number'."
exit 2
`,
    'jumar.config.yaml': 'metrics:\n  lint: { command: sh lint.sh }\n  types: { command: sh types.sh }\n',
    ...files,
  });
  const agent = agentScript(
    given.outside,
    `cat > "${given.outside}/prompt-$JUMAR_ITERATION"; echo "// $JUMAR_ITERATION" >> price.js`,
  );
  const run = (criteria: string[], env: Record<string, string> = {}) =>
    jumar(
      [
        ...['run', 'repair the price', '--agent-command', agent, '--max-iterations', '2'],
        ...criteria.flatMap((criterion) => ['--until', criterion]),
      ],
      { cwd: given.project, home: given.home, env },
    );
  const promptOf = (n: number) => readFileSync(join(given.outside, `prompt-${n}`), 'utf8');
  return { ...given, run, promptOf };
}

test('a failing criterion on a metric tells the next iteration what it was measured from', async () => {
  const { run, promptOf } = scene();
  const ended = await run(['lint_errors == 0', 'type_errors == 0', 'tests_failed == 0']);
  const prompt = promptOf(2);
  for (const told of [
    /\*\*Check:\*\* lint_errors == 0\n\*\*Command:\*\* `sh lint.sh`/,
    /price\.js:3 no-unused-vars 'rest' is defined but never used/,
    /price\.js:9 no-var Unexpected var/,
    /\*\*Command:\*\* `sh types.sh`/,
    /price\.js:7 TS2322 Type 'string' is not assignable to type 'number'/,
    /\*\*Check:\*\* tests_failed == 0\n\*\*Command:\*\* `npm test`/,
    /adds the tax/,
    /100 !== 119/,
  ]) {
    expect(prompt).toMatch(told);
  }
  const [, reflected = ''] = /What failed: (.*)/.exec(prompt) ?? [];
  expect(reflected).toMatch(
    /lint_errors is 2.*no-unused-vars.*type_errors is 1.*TS2322.*tests_failed is 1.*adds the tax/,
  );
  expect(ended.stdout + ended.stderr).toMatch(/tests 1\/2/);
});

test('what measuring commands print is kept without secrets', async () => {
  const own = 'echo building with $MY_TOKEN';
  const { run, home, promptOf } = scene({
    'jumar.config.yaml': `metrics:
  lint: { command: "${own}; echo 'a.js(1,1): error TS1: ${SECRET}'; exit 1" }
  types: { command: "${own}; echo 'a.js(1,1): error TS1: ${SECRET}'; exit 1" }
  build: { command: "${own}; echo ${SECRET}; exit 1" }
  tests: { command: "${own}; echo ${SECRET}; node --test" }
  custom: { size: "${own}; echo ${SECRET}; echo 5" }
`,
  });
  const secret = 'correct-horse-battery';
  await run(['lint_errors == 0', 'custom.size < 3', 'error_count == 0'], { MY_TOKEN: secret });
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'latin1')] as const);
  // The configuration itself, which the snapshots and the log hold, names the one; the other is only printed.
  for (const [name, text] of texts) expect(text.includes(secret), name).toBe(false);
  const outputs = texts.filter(([name]) => /^(?:measure|check)-.*\.log$/.test(name));
  const named = new Set(outputs.map(([name]) => name));
  for (const part of ['measure-lint', 'measure-types', 'measure-build', 'measure-custom-size', 'check-tests']) {
    expect(named).toContain(`${part}.log`);
  }
  for (const [name, text] of outputs) {
    expect(text, name).toContain('[redacted MY_TOKEN]');
    expect(text, name).not.toContain(SECRET);
  }
  expect(promptOf(2)).not.toContain(secret);
  expect(promptOf(2)).toContain('[redacted aws access key]');
  expect(loopFolders(home)).toHaveLength(1);
});

test('measure shows no secrets', async () => {
  const { project, home } = scene({
    'price.test.js': `import { test } from 'node:test';
test('signs in', () => { throw new Error('refused ' + process.env.MY_TOKEN + ' and ${SECRET}'); });
`,
  });
  const options = { cwd: project, home, env: { MY_TOKEN: 'correct-horse-battery', JUMAR_CHECKS_ENV: 'MY_TOKEN' } };
  for (const format of [['--json'], []]) {
    const { stdout, stderr } = await jumar(['measure', ...format], options);
    expect(stdout + stderr).not.toMatch(/correct-horse|AKIAIOSF/);
  }
  const { checks } = JSON.parse((await jumar(['measure', '--json'], options)).stdout);
  expect(checks[0].failures[0].message).toContain('[redacted MY_TOKEN]');
});
