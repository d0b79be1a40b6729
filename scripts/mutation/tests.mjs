// The tests that hold the pure core: what every mutant meets.
import { readdirSync } from 'node:fs';

const beside = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`)
    .sort();

export default [
  ...beside('src/rules'),
  ...beside('src/core'),
  'src/reporters/analytics-text.test.ts',
  'src/reporters/end.test.ts',
  'src/reporters/iteration-report.test.ts',
  'src/runner/run-loop.test.ts',
  'src/runner/held-up.test.ts',
];
