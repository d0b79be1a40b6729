import { expect, test } from 'vitest';
import { testsToRemove } from './requested-removal.ts';

const muls = 'test/mul.test.js › muls';
const adds = 'test/add.test.js › adds';

test.each<[string, string[]]>([
  ['remove the mul function and its tests', [muls]],
  ['delete src/mul.js and test/mul.test.js', [muls]],
  ['Please remove mul, its export and its tests. Then make npm test pass.', [muls]],
  ['drop the function `mul` from src/math.js; fix add', [muls]],
  ['removing "muls" is fine', [muls]],
  ['remove mul and fix add', [muls]],
  ['remove the functions add and mul', [muls, adds]],
  ['remove the duplicate tests', [muls, adds]],
  ['Get rid of all obsolete tests', [muls, adds]],
  ['make npm test pass', []],
  ['fix mul', []],
  ['fix mul and its tests', []],
  ['rename mul to multiply', []],
  ['simplify mul', []],
  ['fix mul, do not remove its tests', []],
  ["don't delete the tests of mul", []],
  ['fix mul without removing mul tests', []],
  ['remove the console.log from src/mul.js', []],
  ['remove the warnings in mul and make the tests pass', []],
  ['remove the bug of mul', []],
  ['remove whatever stands in the way. Fix mul.', []],
])('%s', (task, expected) => {
  expect(testsToRemove(task, [muls, adds])).toEqual(expected);
});
