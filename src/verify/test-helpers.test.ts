import { expect, test } from 'vitest';
import { testHelpers } from './test-helpers.ts';

const ADD = { 'src/add.js': 'export const add = 1;' };

test.each<[string, Record<string, string>, string[]]>([
  [
    'helpers that tests compare with, but not what they test',
    {
      ...ADD,
      'test/add.test.js': "import { eq } from '../src/test-utils.js';\nimport { add } from '../src/add.js';",
      'src/test-utils.js': "import { same } from '../support/same.js';",
      'support/same.js': '',
    },
    ['src/test-utils.js', 'support/same.js'],
  ],
  [
    'by what they import, and by the name that TypeScript has',
    { 'src/a.test.ts': "import { eq } from './eq.js';", 'src/eq.ts': "import { expect } from 'vitest';" },
    ['src/eq.ts'],
  ],
  [
    'by require and without an end',
    { 'test/a.js': "const u = require('../support/eq')", 'support/eq.js': '' },
    ['support/eq.js'],
  ],
  [
    'not where the work imports them too',
    { ...ADD, 'test/a.js': "import '../support/x.js'", 'src/b.js': "import '../support/x.js'", 'support/x.js': '' },
    [],
  ],
  ['not where nothing imports them', { 'support/x.js': '', 'test/a.js': '' }, []],
  [
    'not for an assertion alone, which the work may have',
    { 'add.test.js': "import './add.js'", 'add.js': "import assert from 'node:assert';" },
    [],
  ],
  [
    'not for lying among helpers of the work',
    { 'test/a.js': "import '../src/helpers/sum.js'", 'src/helpers/sum.js': '' },
    [],
  ],
  ['not for being about tests', { 'test/a.js': "import '../src/test-runner.js'", 'src/test-runner.js': '' }, []],
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
    'though they import one another',
    { 'a.test.js': "import './test-kit/a.js'", 'test-kit/a.js': "import './b.js'", 'test-kit/b.js': "import './a.js'" },
    ['test-kit/a.js', 'test-kit/b.js'],
  ],
])('%s', (_, files, expected) => {
  expect([...testHelpers(new Map(Object.entries(files)))].sort()).toEqual(expected);
});
