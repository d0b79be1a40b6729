import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar } from './support/cli.ts';
import { aProject } from './support/project.ts';

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
