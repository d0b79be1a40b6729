import { readdirSync } from 'node:fs';

const beside = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`)
    .sort();

/** The tests that hold the pure core, as they are in the folder that this process runs in. */
export const testFiles = () => [
  ...beside('src/core'),
  'src/faces/reports/analytics-text.test.ts',
  'src/faces/reports/end.test.ts',
  'src/faces/reports/iteration-report.test.ts',
  'src/loop/run-loop.test.ts',
  'src/loop/held-up.test.ts',
];
