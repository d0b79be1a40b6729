import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, from the longest on; a clean clone has no times of an earlier run. */
const LONGEST = [
  'test/commands.test.ts',
  'test/kill.test.ts',
  'test/cheating.test.ts',
  'test/judge.test.ts',
  'test/measure.test.ts',
  'test/loop.test.ts',
  'test/agents.test.ts',
  'test/repair.test.ts',
  'test/pristine.test.ts',
  'test/alerts.test.ts',
  'test/protected.test.ts',
  'test/old-state.test.ts',
  'test/apply.test.ts',
  'test/hidden.test.ts',
  'src/checks/criteria/checker.test.ts',
  'src/workspace/contract.test.ts',
  'src/workspace/any-tree.test.ts',
];

/** Starts the longest files first, so that no worker is left with one of them at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return index === -1 ? LONGEST.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
