import { readdirSync } from 'node:fs';

const beside = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`)
    .sort();

/** The tests that hold the pure core, as they are in the folder that this process runs in. */
export const testFiles = () => [
  ...beside('src/rules'),
  ...beside('src/core'),
  'src/reporters/analytics-text.test.ts',
  'src/reporters/end.test.ts',
  'src/reporters/iteration-report.test.ts',
  'src/runner/run-loop.test.ts',
  'src/runner/held-up.test.ts',
];
