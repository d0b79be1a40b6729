import { defineConfig } from 'vitest/config';

/** The tests that hold the pure core: what `npm run mutate` runs against every mutant. */
export default defineConfig({
  test: {
    include: ['src/core/**/*.test.ts', 'src/rules/**/*.test.ts', 'src/runner/run-loop.test.ts'],
    maxWorkers: 1,
  },
});
