import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aProject } from '../support/project.ts';
import { agentAlone } from '../support/repair.ts';

const ENDLESS =
  'export function f(n) {\n  let sum = 0;\n  while (n > 0) {\n    sum += n;\n    n += 1;\n  }\n  return sum;\n}\n';
const UNLOADED =
  "const limits = ['one', 'two'];\nconst longest = limits[limits.length].length;\nexport const f = (word) => word.length <= longest;\n";

test.each([
  [
    'a loop that never ends',
    ENDLESS,
    "test('sums', () => assert.equal(f(4), 10));\ntest('of nothing', () => assert.equal(f(0), 0));\n",
    'n -= 1',
  ],
  [
    'a file that cannot be loaded',
    UNLOADED,
    "test('short', () => assert.equal(f('one'), true));\ntest('long', () => assert.equal(f('three'), false));\n",
    'limits.length - 1',
  ],
])('the built-in agent mends %s', async (_, source, tests, mended) => {
  const { project } = aProject({
    'package.json': JSON.stringify({ name: 'x', type: 'module', scripts: { test: 'node --test' } }),
    'src/a.js': source,
    'test/a.test.js': `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { f } from '../src/a.js';\n${tests}`,
  });
  const said = await agentAlone(project, 'node --test');
  expect(readFileSync(join(project, 'src/a.js'), 'utf8'), said).toContain(mended);
});
