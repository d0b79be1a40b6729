import { describe, expect, test } from 'vitest';
import { testBelongings } from './test-belongings.ts';

const ADD = { 'src/add.js': 'export const add = 1;' };

test.each<[string, Record<string, string>, string[]]>([
  [
    'helpers of tests, but not the code under test',
    {
      ...ADD,
      'test/add.test.js': "import { eq } from '../src/test-utils.js';\nimport { add } from '../src/add.js';",
      'src/test-utils.js': "import { same } from '../support/same.js';",
      'support/same.js': '',
    },
    ['src/test-utils.js', 'support/same.js'],
  ],
  [
    'by their imports, and by the compiled name of TypeScript',
    { 'src/a.test.ts': "import { eq } from './eq.js';", 'src/eq.ts': "import { expect } from 'vitest';" },
    ['src/eq.ts'],
  ],
  [
    'by require and without an extension',
    { 'test/a.js': "const u = require('../support/eq')", 'support/eq.js': '' },
    ['support/eq.js'],
  ],
  [
    'not if the work imports them too',
    { ...ADD, 'test/a.js': "import '../support/x.js'", 'src/b.js': "import '../support/x.js'", 'support/x.js': '' },
    [],
  ],
  ['not if nothing imports them', { 'support/x.js': '', 'test/a.js': '' }, []],
  [
    'not only because of an assertion, which the work may have',
    { 'add.test.js': "import './add.js'", 'add.js': "import assert from 'node:assert';" },
    [],
  ],
  [
    'not only for being in a helper folder of the work',
    { 'test/a.js': "import '../src/helpers/sum.js'", 'src/helpers/sum.js': '' },
    [],
  ],
  ['not only for being about tests', { 'test/a.js': "import '../src/test-runner.js'", 'src/test-runner.js': '' }, []],
  [
    'in Python',
    {
      'test_m.py': 'from support.eq import eq\nfrom support import more\nfrom m import f\n',
      'support/eq.py': 'from . import base\n',
      'support/more.py': '',
      'support/base.py': '',
      'm.py': '',
    },
    ['support/base.py', 'support/eq.py', 'support/more.py'],
  ],
  [
    'even if they import one another',
    { 'a.test.js': "import './test-kit/a.js'", 'test-kit/a.js': "import './b.js'", 'test-kit/b.js': "import './a.js'" },
    ['test-kit/a.js', 'test-kit/b.js'],
  ],
])('%s', (_, files, expected) => {
  expect([...testBelongings(new Map(Object.entries(files)), Object.keys(files))].sort()).toEqual(expected);
});

const WORK = { 'src/sum.js': 'export const sum = 1;', 'sums.py': 'def total(xs):\n    pass\n' };
const JS_IMPORT = "import { sum } from '../src/sum.js';\n";

describe('what the configuration of the runner loads', () => {
  test.each<[string, Record<string, string>, string[]]>([
    [
      'a plugin of pytest',
      { 'pyproject.toml': 'addopts = "-q -p log_plugin"', 'log_plugin.py': '' },
      ['log_plugin.py'],
    ],
    ['a list of plugins', { 'conftest.py': 'pytest_plugins = ["kit.db"]', 'kit/db.py': '' }, ['kit/db.py']],
    [
      'set-up files',
      { 'vitest.config.js': "setupFiles: ['./src/setup.ts', 'polyfill']", 'src/setup.ts': '' },
      ['src/setup.ts'],
    ],
    [
      'of jest',
      { 'package.json': '{"jest":{"setupFilesAfterEnv":["<rootDir>/src/s.js"]}}', 'src/s.js': '' },
      ['src/s.js'],
    ],
    ['of mocha', { '.mocharc.json': '{"require":["./boot.js"]}', 'boot.js': '' }, ['boot.js']],
    ['not what the work imports too', { 'pytest.ini': 'addopts = -p x', 'x.py': '', 'y.py': 'import x' }, []],
    ['not an entry of the package', { 'package.json': '{"exports":{"import":"./i.js"}}', 'i.js': '' }, []],
    ['not a folder that is made', { Makefile: 'all:\n\tmkdir -p build', 'build.py': '' }, []],
    ['not a plugin that is switched off', { 'pytest.ini': 'addopts = -p no:x', 'x.py': '' }, []],
  ])('%s', (_, files, expected) => {
    expect(belongingsIn(files)).toEqual(expected);
  });
});

describe('functions that only compare results with what is expected', () => {
  test.each<[string, Record<string, string>, string[]]>([
    [
      'in Python',
      {
        'tests/test_sums.py':
          'from near import near\nfrom sums import total\n\ndef test_a():\n    assert near(total([1, 2]), 3)\n',
        'near.py': 'def near(a, b):\n    return abs(a - b) < 1\n',
      },
      ['near.py'],
    ],
    [
      'of unittest',
      {
        'tests/test_sums.py':
          'from lib.near import near\nfrom sums import total\n        got = total([1, 2])\n        self.assertTrue(near(got, 3))\n',
        'lib/near.py': 'def near(a, b):\n    return abs(a - b) < 1\n',
      },
      ['lib/near.py'],
    ],
    [
      'in the package of Go',
      {
        'sum.go': 'func Sum(xs []int) int {\n',
        'near.go': 'func Near(a, b int) bool {\n',
        'sum_test.go':
          'got := Sum(nil)\n\tif !Near(got, want) {\n\t}\n\tif got := Sum([]int{1}); !Near(got, 3) {\n\t}\n',
      },
      ['near.go'],
    ],
    [
      'in JavaScript, also if they throw',
      {
        'test/sum.test.js': `${JS_IMPORT}import { near, expectNear } from '../src/near.js';\nassert.ok(near(sum([1]), 1));\n  expectNear(sum([2]), 2);\n`,
        'src/near.js': 'export function near(a, b) {}\nexport const expectNear = (a, b) => {};\n',
      },
      ['src/near.js'],
    ],
    [
      'not work whose value is checked',
      {
        'test/sum.test.js': `${JS_IMPORT}import { clamp } from '../src/clamp.js';\nassert.equal(clamp(sum([1]), 0), 1);\n`,
        'src/clamp.js': 'export function clamp(x, low) {}\n',
      },
      [],
    ],
    [
      'not work that is also asked to be false',
      {
        'test/sum.test.js': `${JS_IMPORT}import { has } from '../src/has.js';\nassert.ok(has(sum([1]), 1));\nassert.ok(!has(sum([1]), 2));\n`,
        'src/has.js': 'export function has(x, y) {}\n',
      },
      [],
    ],
    [
      'not a predicate of its own inputs',
      {
        'test/sum.test.js': `${JS_IMPORT}import { same } from '../src/same.js';\nassert.ok(same([1, 2], [1, 2]));\n`,
        'src/same.js': 'export function same(x, y) {}\n',
      },
      [],
    ],
  ])('%s', (_, files, expected) => {
    expect(belongingsIn({ ...WORK, ...files })).toEqual(expected);
  });
});

describe('data that tests read', () => {
  test.each<[string, Record<string, string>, string[]]>([
    [
      'by its name',
      {
        'tests/test_s.py':
          'from sums import total\nCASES = json.loads((Path(__file__).parent / "data" / "cases.json").read_text())',
        'data/cases.json': '',
        'other/x.json': '',
      },
      ['data/cases.json'],
    ],
    [
      'by a pattern',
      {
        'test/a.test.js': `${JS_IMPORT}const golden = (n) => readFileSync(new URL(\`../expected/\${n}.txt\`, import.meta.url));`,
        'expected/odd.txt': '',
        'expected/odd.png': '',
      },
      ['expected/odd.txt'],
    ],
    [
      'by import',
      { 'test/a.test.js': `${JS_IMPORT}import rows from '../rows.json' with { type: 'json' };`, 'rows.json': '' },
      ['rows.json'],
    ],
    [
      'in Go',
      { 'sum.go': 'func Sum() {', 'sum_test.go': 'Sum()\nos.ReadFile("golden/a.txt")', 'golden/a.txt': '' },
      ['golden/a.txt'],
    ],
    [
      'not what the work reads, too',
      {
        'test/a.test.js': `${JS_IMPORT}readFileSync('data/rates.json')`,
        'src/rates.js': "readFileSync('data/rates.json')",
        'data/rates.json': '',
      },
      [],
    ],
    ['not what the tests are about', { 'test/a.test.js': "readFileSync('index.html')", 'index.html': '' }, []],
    ['not documents', { 'test/a.test.js': `${JS_IMPORT}readFileSync('../README.md')`, 'README.md': '' }, []],
    ['not by a word alone', { 'test/a.test.js': `${JS_IMPORT}test('data', () => {})`, 'data/a.json': '' }, []],
  ])('%s', (_, files, expected) => {
    expect(belongingsIn({ ...WORK, ...files })).toEqual(expected);
  });
});

function belongingsIn(files: Record<string, string>): string[] {
  return [...testBelongings(new Map(Object.entries(files)), Object.keys(files))].sort();
}
