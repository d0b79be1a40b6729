import { defineConfig } from 'vitest/config';
import { SAME_ON_EVERY_MACHINE } from './test/support/same-on-every-machine.ts';

/** The long and the heavy suites: hundreds of kills, gigabytes of output. `npm test` stays fast without them. */
export default defineConfig({
  test: {
    include: ['test/extended/**/*.test.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    env: SAME_ON_EVERY_MACHINE,
  },
});
