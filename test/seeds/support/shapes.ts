const test = (name: string, call: string, expected: number) => `test('${name}', () => {
  assert.equal(${call}, ${expected});
});
`;

/** A small project with tests, coverage, a linter and a build: of six tests three pass. */
export const shapes = {
  'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }),
  'src/square.js': `export const area = (side) => side + side;
export const border = (side) => 4 * side;
export const name = (side) => (side > 0 ? 'square' : 'point');
`,
  'src/circle.js': `export const area = (radius) => 3 * radius;
export const border = (radius) => 6 * radius;
export const width = (radius) => radius;
`,
  'test/square.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { area, border } from '../src/square.js';

${test('area of a square', 'area(3)', 9)}
${test('border of a square', 'border(2)', 8)}
${test('no border', 'border(0)', 0)}`,
  'test/circle.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { area, border, width } from '../src/circle.js';

${test('area of a circle', 'area(2)', 12)}
${test('border of a circle', 'border(2)', 12)}
${test('width of a circle', 'width(2)', 4)}`,
  '.jumar/config.yaml': `metrics:
  coverage: auto
  lint: { command: node lint.mjs }
  build: { command: node --check src/square.js }
`,
  'lint.mjs': `console.log(JSON.stringify([{ filePath: 'src/circle.js', messages: [{ ruleId: 'eqeqeq', severity: 1, message: 'use ===', line: 1, column: 1 }] }]));
`,
};

/** Edits of an agent, as shell commands. */
export const edits = {
  fixSquare: `sed -i 's/side + side/side * side/' src/square.js`,
  fixCircle: `sed -i 's/3 \\* radius/3 * radius * radius/' src/circle.js; echo "export const unit = 1;" > src/unit.js`,
  breakSquare: `sed -i 's/4 \\* side/5 * side/' src/square.js`,
  deleteTests: `sed -i "/^test('area of a circle/,/^});/d; /^test('width/,/^});/d" test/circle.test.js`,
};
