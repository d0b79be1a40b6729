import { expect, test } from 'vitest';
import { removesAsAsked } from './requested-removals.ts';

const TASK = 'remove the clamp function and its tests, nobody uses it any more, and repair median';

const JS = `import assert from 'node:assert/strict';
import { clamp, median } from './stats.js';

test('median', () => {
  assert.equal(median([3, 1, 2]), 2);
});
test('clamp below', () => {
  assert.equal(clamp(-5, 0, 10), 0);
});
test('even', () => {
  assert.equal(median([4, -1]), 1.5);
});
`;
const JS_CLAMP = `test('clamp below', () => {\n  assert.equal(clamp(-5, 0, 10), 0);\n});\n`;
const PYTHON = `from stats import clamp, median


def test_clamp():
    assert clamp(1, 2, 3) == 2


@pytest.mark.parametrize("xs", [[1, 2]])
def test_median(xs):
    assert median(xs) == 1.5
`;
const RUST = `#[test]
fn clamp_below() {
    assert_eq!(clamp(1, 2, 3), 2);
}

#[test]
fn middle() {
    assert_eq!(median(&[1, 2]), 1.5);
}
`;
const GO = `import (
	"math"
	"testing"
)

func TestClamp(t *testing.T) {
	if Clamp(math.Inf(1), 0, 1) != 1 {
		t.Fail()
	}
}

func TestMedian(t *testing.T) {
	if Median(1, 2) != 1.5 {
		t.Fail()
	}
}
`;
const JAVA = `class StatsTest {
  @Test
  void clampsBelow() {
    assertEquals(2, Stats.clamp(1, 2, 3));
  }

  @Test
  void median() {
    assertEquals(2, Stats.median(1, 2, 3));
  }
}
`;

const cut = (text: string, ...parts: (string | RegExp)[]) =>
  parts.reduce<string>((rest, one) => rest.replace(one, ''), text);

test.each<[string, string, string | null]>([
  ['JavaScript', JS, cut(JS, JS_CLAMP, 'clamp, ')],
  ['only the test', JS, cut(JS, JS_CLAMP)],
  ['a suite', `describe('clamp', () => {\n${JS_CLAMP}});\n${JS}`, JS],
  ['Python', PYTHON, cut(PYTHON, /def test_clamp[\s\S]*?\n\n\n/, 'clamp, ')],
  ['Rust', RUST, cut(RUST, /#\[test\]\nfn clamp[\s\S]*?\n\n/)],
  ['Go, with an import that only it needed', GO, cut(GO, /func TestClamp[\s\S]*?\n}\n\n/, '\t"math"\n')],
  ['Java', JAVA, cut(JAVA, / {2}@Test\n {2}void clamps[\s\S]*?\n\n/)],
  ['a whole file', `import { clamp } from './stats.js';\n${JS_CLAMP}`, null],
])('a removal that the task asks for: %s', (_, before, after) => {
  expect(removesAsAsked(TASK, before, after)).toBe(true);
});

test.each<[string, string, string | null]>([
  ['another test goes, too', JS, cut(JS, JS_CLAMP, /test\('even[\s\S]*/)],
  ['one behind it in the same place', JS, cut(JS, /test\('clamp[\s\S]*/)],
  ['a claim of another test', JS, cut(JS, JS_CLAMP, '  assert.equal(median([3, 1, 2]), 2);\n')],
  ['a value changes', JS, cut(JS, JS_CLAMP).replace('1.5', '-1')],
  ['a sign goes', JS, cut(JS, JS_CLAMP).replace('[4, -1]', '[4, 1]')],
  ['something is added', JS, `${cut(JS, JS_CLAMP)}assert.equal = () => {};\n`],
  ['rows of another test', PYTHON, cut(PYTHON, /@pytest.*\n/)],
  ['a mark that makes it a test', RUST, cut(RUST, /#\[test\]\nfn clamp[\s\S]*?\n\n/, '#[test]\n')],
  ['a whole file with other tests', JS, null],
])('more than that: %s', (_, before, after) => {
  expect(removesAsAsked(TASK, before, after)).toBe(false);
});

test('no other task excuses it', () => {
  expect(removesAsAsked('make the tests pass', JS, cut(JS, JS_CLAMP, 'clamp, '))).toBe(false);
});
