import { join } from 'node:path';
import type { ProbePart } from './part.ts';

/** Adds a reporter to those of Playwright's configuration. */
export const playwright: ProbePart = async ({ env, folder }) => {
  const variables: Record<string, string> = env.PW_TEST_REPORTER
    ? {}
    : { PW_TEST_REPORTER: join(folder, 'node', 'playwright.cjs') };
  return variables;
};
