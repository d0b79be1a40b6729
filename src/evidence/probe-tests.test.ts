import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { neighboursOf } from './neighbours.ts';
import { probeTests } from './probe-tests.ts';

test('neighbours differ in one number; one number alone may be the name of a thing', () => {
  expect(neighboursOf('fee(2, [3], "a 4")')).toEqual([
    'fee(3, [3], "a 4")',
    'fee(2, [4], "a 4")',
    'fee(12, [3], "a 4")',
    'fee(2, [13], "a 4")',
    'fee(8, [3], "a 4")',
    'fee(2, [11], "a 4")',
  ]);
  expect(neighboursOf('reason(404)')).toEqual([]);
  expect(neighboursOf('f2(x3, 4)')).toEqual([]);
});

const LANGUAGES: [string, Record<string, string>, ids: [string, string]][] = [
  [
    'JavaScript',
    {
      'test/fee.test.js':
        "const assert = require('node:assert');\nconst { test } = require('node:test');\nconst { fee, known } = require('../fee.js');\ntest('adds', () => assert.equal(fee(2, 3), 5));\ntest('fails', () => assert.throws(() => fee(0, known)));\n",
      'fee.js': "exports.fee = (a, b) => {\n  if (a > 10) throw new RangeError('x');\n  return a + b;\n};\n",
    },
    ['test/fee.test.js › adds', 'test/fee.test.js › fails'],
  ],
  [
    'Python',
    {
      'tests/test_fee.py':
        'import pytest\nfrom fee import fee\n\n\ndef test_adds():\n    assert fee(2, 3) == 5\n\n\ndef test_fails():\n    fee(0, known)\n',
      'fee.py': 'def fee(a, b):\n    if a > 10:\n        raise ValueError("x")\n    return a + b\n',
    },
    ['tests/test_fee.py › test_adds', 'tests/test_fee.py › test_fails'],
  ],
  [
    'Go',
    {
      'fee_test.go':
        'package post\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n\tif got := Fee(2, 3); got != 5 {\n\t\tt.Fatal(got)\n\t}\n}\n\nfunc TestFails(t *testing.T) {\n\tFee(0, known)\n}\n\nvar known = 1\n',
      'fee.go': 'package post\n\nfunc Fee(a, b int) int {\n\tif a > 10 {\n\t\tpanic("x")\n\t}\n\treturn a + b\n}\n',
      'go.mod': 'module example.org/post\n\ngo 1.19\n',
    },
    ['example.org/post › TestAdds', 'example.org/post › TestFails'],
  ],
];

/** Without Go its program is only read. */
const canRun = (language: string) => language !== 'Go' || spawnSync('sh', ['-c', 'command -v go']).status === 0;

test.each(LANGUAGES)(
  '%s: a program calls what tests call, with their inputs and others',
  async (language, files, ids) => {
    const root = mkdtempSync(join(tmpdir(), 'jumar-probe-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const all = Object.entries(files).map(([path, text]) => ({ path, text }));
    const [probe, ...more] = await probeTests(all, { tests: ids, marker: 'zqzq' });
    expect(more).toEqual([]);
    expect(probe?.calls).toMatchObject([
      {
        test: ids[0],
        function: expect.stringMatching(/^fee$/i),
        call: expect.stringMatching(/^fee\(2, 3\)$/i),
        neighbours: 6,
      },
    ]);
    expect(probe?.text.match(/fee\(\d+, \d+\)/gi)).toHaveLength(7);
    if (!canRun(language)) return;
    for (const { path, text } of [...all, probe as { path: string; text: string }]) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const output = execFileSync('sh', ['-c', probe?.command ?? ''], { cwd: root, encoding: 'utf8' });
    const [marker, ...values] = (/^zqzq .*$/m.exec(output)?.[0] ?? '').split(' ');
    expect(marker).toBe('zqzq');
    // 5, then 3+3, 2+4, 12 (an error), 2+13, 8+3, 2+11
    expect(values).toHaveLength(7);
    expect(new Set(values)).toHaveLength(6);
  },
);
