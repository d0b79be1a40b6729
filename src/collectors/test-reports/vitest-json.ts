import type { ReportContext, ReportFormat, ReportReader } from './format.ts';
import { jestLikeReader } from './jest-json.ts';

/** `vitest --reporter=json`: jest's format, with its own states. */
export const vitestJson: ReportFormat = {
  name: 'vitest-json',
  recognises: (head) =>
    /^\s*\{\s*"numTotalTestSuites"/.test(head) && /"didUpdate"|"testResults"/.test(head) && !/"openHandles"/.test(head),
  reader: (context: ReportContext): ReportReader => jestLikeReader('vitest', context),
};
