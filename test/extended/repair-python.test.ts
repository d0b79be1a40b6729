import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ensureModule } from '../support/live-runners.ts';
import { aProject } from '../support/project.ts';
import { agentAlone } from '../support/repair.ts';

const TESTS = {
  'python3 -m pytest -q':
    'from sums import total\n\ndef test_zero():\n    assert total(0) == 0\n\ndef test_four():\n    assert total(4) == 10\n',
  'python3 -m unittest':
    'import unittest\nfrom sums import total\n\nclass Sums(unittest.TestCase):\n    def test_zero(self):\n        self.assertEqual(total(0), 0)\n\n    def test_four(self):\n        self.assertEqual(total(4), 10)\n',
};
const SOURCE =
  'def total(n):\n    result = 0\n    while n > 0:\n        result += n\n        n -= 1\n    return result\n';
const BUGS = {
  'a wrong operator': ['result += n', 'result -= n'],
  'a loop that never ends': ['n -= 1', 'n += 1'],
  'a module that cannot be loaded': ['def total(n):', 'LIMITS = [1, 2]\nLAST = LIMITS[2]\n\ndef total(n):'],
} as const;

/** The built-in agent on Python, with its real test frameworks. */
describe.skipIf(!ensureModule('pytest', ['python3-pytest'])).each(Object.entries(TESTS))('%s', (command, tests) => {
  test.each(Object.entries(BUGS))('mends %s', async (what, [right, wrong]) => {
    const { project } = aProject({ 'sums.py': SOURCE.replace(right, wrong), 'test_sums.py': tests });
    const said = await agentAlone(project, command);
    const left = readFileSync(join(project, 'sums.py'), 'utf8');
    if (what === 'a module that cannot be loaded') expect(left, said).not.toContain('LIMITS[2]');
    else expect(left, said).toBe(SOURCE);
  });
});
