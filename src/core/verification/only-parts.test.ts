import { expect, test } from 'vitest';
import { theSettings } from '../../testing/builders.ts';
import { needTests, onlyParts } from './only-parts.ts';

const { metrics } = theSettings({ metrics: { custom: { size: 'a', other: 'b' } } });
const off = { ...metrics, lint: false, types: false, build: false, code: false, coverage: 'off' as const, custom: {} };

test.each<[string[], Partial<typeof metrics>, boolean]>([
  [[], {}, false],
  [['custom.size'], { custom: { size: 'a' } }, false],
  [['custom.size_kb'], { custom: { size: 'a' } }, false],
  [['lint_errors'], { lint: true }, false],
  [['type_errors'], { types: true }, false],
  [['build_time'], { build: true }, false],
  [['coverage'], { coverage: 'cheap' }, true],
  [['pass_rate'], {}, true],
  [['error_count', 'custom.other'], { lint: true, types: true, build: true, custom: { other: 'b' } }, true],
])('%j', (names, expected, tests) => {
  expect(onlyParts(metrics, names)).toEqual({ ...off, ...expected });
  expect(needTests(names)).toBe(tests);
});
