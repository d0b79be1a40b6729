import { defineConfig } from 'vitest/config';

/** The tests of scripts/mutation/tests.mjs for `npx stryker run`: by vitest itself, slowly, to hold `npm run mutate` against it. */
export default defineConfig({
  test: {
    include: [
      'src/core/**/*.test.ts',
      'src/faces/reports/{analytics-text,end,iteration-report}.test.ts',
      'src/loop/{run-loop,held-up}.test.ts',
    ],
    isolate: false,
    maxWorkers: 1,
  },
});
