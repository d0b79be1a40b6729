import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/extended/**', 'node_modules/**'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Real processes on shared machines: a test that passes at its second attempt is shown as such, and is a bug to find.
    retry: 1,
  },
});
