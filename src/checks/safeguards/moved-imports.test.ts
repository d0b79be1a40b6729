import { expect, test } from 'vitest';
import { followsMoves } from './moved-imports.ts';

const moves = {
  removed: new Set(['src/add.js', 'src/util/index.ts', 'app/core.py', 'src/other.js']),
  added: new Set(['lib/add.js', 'lib/util/index.ts', 'kernel/core.py', 'lib/fake.js', 'test/add.js']),
};
const body = "\ntest('adds', () => assert.equal(add(2, 3), 5));";

test.each<[string, string, string, string, boolean]>([
  ['an import', 'test/a.test.js', "import {add} from '../src/add.js';", "import {add} from '../lib/add.js';", true],
  ['a require', 'test/a.test.js', "add = require('../src/add');", "add = require('../lib/add');", true],
  ['a folder', 'test/a.test.ts', "import x from '../src/util';", "import x from '../lib/util';", true],
  ['a whole folder', 'test/a.test.ts', "import '../src/util/index.js'", "import '../lib/util/index.js'", true],
  ['a mock', 'test/a.test.js', "vi.mock('../src/add.js');", "vi.mock('../lib/add.js');", true],
  ['a Python import', 'tests/test_a.py', 'from app.core import add', 'from kernel.core import add', true],
  [
    'to another file',
    'test/a.test.js',
    "import {add} from '../src/add.js';",
    "import {add} from '../lib/fake.js';",
    false,
  ],
  ['to a helper of the tests', 'test/a.test.js', "import '../src/add.js'", "import './add.js'", false],
  ['while the old file stays', 'test/a.test.js', "import '../src/kept.js'", "import '../lib/add.js'", false],
  ['to a package', 'test/a.test.js', "import '../src/add.js'", "import 'add'", false],
  ['to a missing file', 'test/a.test.js', "import '../src/add.js'", "import '../none/add.js'", false],
  [
    'and the names',
    'test/a.test.js',
    "import {add} from '../src/add.js'",
    "import {sub as add} from '../lib/add.js'",
    false,
  ],
  ['and another line', 'test/a.test.js', "import '../src/add.js'", "import '../lib/add.js'; skip()", false],
  ['with one import less', 'test/a.test.js', "import '../src/add.js'; import 'a'", "import '../lib/add.js'; ", false],
])('%s', (_, path, before, after, follows) => {
  expect(followsMoves(path, before + body, after + body, moves)).toBe(follows);
});
