import { expect, test } from 'vitest';
import { testHelpers } from './test-helpers.ts';

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
  expect([...testHelpers(new Map(Object.entries(files)))].sort()).toEqual(expected);
});
