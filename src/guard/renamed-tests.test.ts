import { describe, expect, test } from 'vitest';
import { guard } from './guard.ts';

/** What is said to be lost where the tests of a file, and the names that ran, changed from one to the other. */
async function lostIn(path: string, [before, after]: [string, string], [ran, runs]: [string, string]) {
  const names = (list: string) => list.split(' ').map((name) => `${path} › ${name}`);
  const report = await guard({
    changes: [{ path, before, after }],
    executed: { before: names(ran), after: names(runs) },
  });
  return report.findings.filter(({ type }) => /^test_/.test(type)).map(({ pattern }) => pattern);
}

const VITEST = (...tests: string[]) => `import { expect, test, describe } from 'vitest';
import { clamp } from '../src/clamp.js';
${tests.join('')}`;
const clampTest = (name: string, x: number, want: number) =>
  `test('${name}', () => {\n  expect(clamp(${x}, 0, 10)).toBe(${want});\n});\n`;
const JS: [string, number, number][] = [
  ['low', -5, 0],
  ['high', 15, 10],
  ['inside', 7, 7],
];
const js = VITEST(...JS.map((one) => clampTest(...one)));
const jsLoop = (rows: typeof JS) =>
  VITEST(
    `test('clamps', () => {\n  for (const [x, want] of [${rows.map(([, x, want]) => `[${x}, ${want}]`).join(', ')}]) {\n    expect(clamp(x, 0, 10)).toBe(want);\n  }\n});\n`,
  );

const PY = [
  ['low', -5, 0],
  ['high', 15, 10],
  ['inside', 7, 7],
] as const;
const py = `from clamp import clamp\n${PY.map(([name, x, want]) => `\n\ndef test_${name}():\n    assert clamp(${x}, 0, 10) == ${want}\n`).join('')}`;
const pyClass = `from clamp import clamp\n\n\nclass TestClamp:${PY.map(([name, x, want]) => `\n    def test_${name}(self):\n        assert clamp(${x}, 0, 10) == ${want}\n`).join('')}`;
const pyTable = (rows: readonly (readonly [string, number, number])[]) =>
  `import pytest\nfrom clamp import clamp\n\n\n@pytest.mark.parametrize("x, want", [${rows.map(([, x, want]) => `(${x}, ${want})`).join(', ')}])\ndef test_clamp(x, want):\n    assert clamp(x, 0, 10) == want\n`;

const go = `package clamp\n\nimport "testing"\n${PY.map(([name, x, want]) => `\nfunc TestClamp_${name}(t *testing.T) {\n\tif got := Clamp(${x}, 0, 10); got != ${want} {\n\t\tt.Errorf("got %v", got)\n\t}\n}\n`).join('')}`;
const goTable = `package clamp\n\nimport "testing"\n\nfunc TestClamp(t *testing.T) {\n\tfor _, one := range []struct{ x, want int }{{-5, 0}, {15, 10}, {7, 7}} {\n\t\tif got := Clamp(one.x, 0, 10); got != one.want {\n\t\t\tt.Errorf("got %v", got)\n\t\t}\n\t}\n}\n`;

const rust = PY.map(
  ([name, x, want]) => `#[test]\nfn clamps_${name}() {\n    assert_eq!(clamp(${x}, 0, 10), ${want});\n}\n`,
).join('\n');
const rustModule = `mod clamps {\n    use super::*;\n\n${rust.replace(/^(?=.)/gm, '    ')}}\n`;
const rustMerged = `#[test]\nfn clamps() {\n${PY.map(([, x, want]) => `    assert_eq!(clamp(${x}, 0, 10), ${want});\n`).join('')}}\n`;

const java = `class ClampTest {\n${PY.map(([name, x, want]) => `  @Test\n  void ${name}() {\n    assertEquals(${want}, Clamp.clamp(${x}, 0, 10));\n  }\n`).join('\n')}}\n`;
const javaNested = `class ClampTest {\n  @Nested\n  class Bounds {\n${PY.map(([name, x, want]) => `    @Test\n    void clamps${name}() {\n      assertEquals(${want}, Clamp.clamp(${x}, 0, 10));\n    }\n`).join('\n')}  }\n}\n`;
const javaTable = `class ClampTest {\n  @ParameterizedTest\n  @CsvSource({"-5, 0", "15, 10", "7, 7"})\n  void clamps(int x, int want) {\n    assertEquals(want, Clamp.clamp(x, 0, 10));\n  }\n}\n`;

describe('tests that live on under other names are not lost', () => {
  test.each<[string, string, [string, string], [string, string]]>([
    [
      'grouped in a describe block',
      'test/clamp.test.js',
      [js, VITEST(`describe('clamp', () => {\n${JS.map((one) => clampTest(...one)).join('')}});\n`)],
      ['low high inside', 'clamp›low clamp›high clamp›inside'],
    ],
    ['turned into one loop', 'test/clamp.test.js', [js, jsLoop(JS)], ['low high inside', 'clamps']],
    [
      'grouped in a class',
      'tests/test_clamp.py',
      [py, pyClass],
      ['test_low test_high test_inside', 'C›test_low C›test_high C›test_inside'],
    ],
    [
      'parametrised',
      'tests/test_clamp.py',
      [py, pyTable(PY)],
      ['test_low test_high test_inside', 'test_clamp[0] test_clamp[1] test_clamp[2]'],
    ],
    [
      'turned into a table of Go without names',
      'clamp_test.go',
      [go, goTable],
      ['TestClamp_low TestClamp_high TestClamp_inside', 'TestClamp'],
    ],
    [
      'put into a module of Rust',
      'tests/clamp.rs',
      [rust, rustModule],
      ['clamps_low clamps_high clamps_inside', 'c::clamps_low c::clamps_high c::clamps_inside'],
    ],
    ['merged in Rust', 'tests/clamp.rs', [rust, rustMerged], ['clamps_low clamps_high clamps_inside', 'clamps']],
    [
      'nested in Java',
      'src/test/java/ClampTest.java',
      [java, javaNested],
      ['low high inside', 'B›clampslow B›clampshigh B›clampsinside'],
    ],
    [
      'parametrised in Java',
      'src/test/java/ClampTest.java',
      [java, javaTable],
      ['low high inside', 'clamps(1) clamps(2) clamps(3)'],
    ],
  ])('%s', async (_, path, texts, names) => {
    expect(await lostIn(path, texts, names)).toEqual([]);
  });
});

test.each<[string, string, [string, string], [string, string]]>([
  [
    'a row fewer than there were tests',
    'test/clamp.test.js',
    [js, jsLoop(JS.slice(0, 1))],
    ['low high inside', 'clamps'],
  ],
  [
    'a table without one of them',
    'tests/test_clamp.py',
    [py, pyTable(PY.slice(0, 1))],
    ['test_low test_high test_inside', 'test_clamp[0]'],
  ],
])('but with %s some are', async (_, path, texts, names) => {
  expect(await lostIn(path, texts, names)).not.toEqual([]);
});
