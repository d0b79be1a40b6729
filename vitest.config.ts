import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { SAME_ON_EVERY_MACHINE } from './test/support/same-on-every-machine.ts';

const include = ['src/**/*.test.ts', 'test/**/*.test.ts'];
const exclude = ['test/extended/**', 'node_modules/**'];

/** Tests that hold much in memory and start little. */
const READING = [
  'src/{core,faces,guard}/**/*.test.ts',
  'src/collectors/{code,lint,test-output,test-reports}/**/*.test.ts',
];

/**
 * The files of a worker share its modules, so that each is loaded once. Starting a process costs the more the more memory
 * the parent holds: those who start thousands have workers without parsers and grammars.
 */
const worker = { isolate: false, testTimeout: 180_000, hookTimeout: 180_000, env: SAME_ON_EVERY_MACHINE };

export default defineConfig({
  test: {
    include,
    exclude,
    globalSetup: ['test/support/no-extra-certificates.ts', 'test/support/fast-temporary-folder.ts'],
    // One more than the small machine has cores: many a story waits for a process.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...worker, name: 'reading', include: READING, exclude } },
      { test: { ...worker, name: 'processes', include, exclude: [...READING, ...exclude] } },
    ],
  },
});
