import { expect, test } from 'vitest';
import { measuringModules } from './measuring-modules.ts';

const BENCH = "import { measure } from './lib/measure.js';\nimport { sort } from './src/sort.js';\n";

test.each<[what: string, files: Record<string, string>, own: string[]]>([
  ['what measures, not what is measured', { 'lib/measure.js': '', 'src/sort.js': '' }, ['lib/measure.js']],
  [
    'what it needs to measure',
    { 'lib/measure.js': "import './clock.js'", 'lib/clock.js': '', 'src/sort.js': '' },
    ['lib/clock.js', 'lib/measure.js'],
  ],
  [
    'what reads a clock, whatever its name',
    { 'lib/measure.js': "import './run.js'", 'lib/run.js': 'export const run = () => performance.now();' },
    ['lib/measure.js', 'lib/run.js'],
  ],
  ['nothing that the work imports, too', { 'lib/measure.js': '', 'src/sort.js': "import '../lib/measure.js'" }, []],
  ['nothing that tests import, too', { 'lib/measure.js': '', 'test/a.test.js': "import '../lib/measure.js'" }, []],
  [
    'nothing that shares its parts with the work',
    { 'lib/measure.js': "import './clock.js'", 'lib/clock.js': '', 'src/sort.js': "import '../lib/clock.js'" },
    ['lib/measure.js'],
  ],
])('to a benchmark belongs %s', (_, files, own) => {
  expect(measuringModules(['bench.js'], new Map(Object.entries({ 'bench.js': BENCH, ...files })))).toEqual(own);
});

test('in Python', () => {
  const files = {
    'bench.py': 'from tools.timing import timed\nfrom work import sort\n',
    'tools/timing.py': '',
    'work.py': '',
  };
  expect(measuringModules(['bench.py'], new Map(Object.entries(files)))).toEqual(['tools/timing.py']);
});
