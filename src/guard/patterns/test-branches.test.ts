import { expect, test } from 'vitest';
import { guard } from '../guard.ts';

const found = async (path: string, before: string, after: string): Promise<string[]> =>
  (await guard({ changes: [{ path, before, after }] })).findings.map(({ pattern }) => pattern);

const js = (condition: string): string =>
  `export function cut(text, end) {\n  return text.slice(0, ${condition ? `${condition} ? -1 : end` : 'end'});\n}\n`;

test.each([
  'process.env.VITEST',
  'process?.env?.VITEST',
  'globalThis.process?.env?.VITEST',
  'globalThis.process?.env?.NODE_ENV === "test"',
  'process["env"].NODE_TEST_CONTEXT',
  '(process as any).env.JEST_WORKER_ID',
  'typeof globalThis.describe === "function"',
  '"__vitest_worker__" in globalThis',
])('a question about the test run is seen however it is written: %s', async (condition) => {
  expect(await found('src/cut.ts', js(''), js(condition))).toContain('test-environment-branch');
});

test.each(['__import__("sys").modules.get("pytest")', 'hasattr(sys, "_called_from_test")'])(
  'in Python too: %s',
  async (condition) => {
    const py = (value: string): string => `import sys\n\n\ndef cut(text, end):\n    return text[:${value}]\n`;
    const patterns = await found('cut.py', py('end'), py(`1 if ${condition} else end`));
    expect(patterns.filter((one) => /^(?:test-environment-branch|asks-caller)$/.test(one))).not.toEqual([]);
  },
);

test.each(['options?.env?.mode === "test"', 'process?.env?.HOME', 'globalThis.fetch'])(
  'other questions are none: %s',
  async (condition) => {
    expect(await found('src/cut.ts', js(''), js(condition))).toEqual([]);
  },
);
