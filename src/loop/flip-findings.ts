import { createHash } from 'node:crypto';
import type { LoopFinding } from '../core/state/finding.ts';
import type { EditedResult } from '../core/verification/edited-results.ts';
import type { EditedTest } from '../ports/test-editor.ts';

export interface FooledTest {
  test: string;
  edit: EditedTest;
  /** How it came out with a statement in it that fails; null if it was not tried. */
  canary: EditedResult | null;
}

const MAX_NAMED = 3;
const MAX_EXCERPT = 600;

/** Tests that pass although they must fail. An approval holds for these tests as they are written, and nothing else. */
export function fooledFinding(fooled: readonly FooledTest[]): LoopFinding {
  const [first] = fooled as [FooledTest, ...FooledTest[]];
  const { path, line, before, after } = first.edit;
  const isRunner = fooled.some(({ canary }) => canary === 'passed');
  const hash = createHash('sha256');
  for (const { test, edit } of fooled)
    hash.update(`${test}\0${edit.path}\0${edit.how === 'flip' ? edit.before : ''}\0`);
  return {
    id: `flipped-${hash.digest('hex').slice(0, 12)}`,
    pattern: 'flipped-expectation-passes',
    type: 'validation_bypass',
    severity: 'critical',
    confidence: 0.95,
    before: null,
    after: { path, line },
    excerptBefore: before.slice(0, MAX_EXCERPT),
    excerptAfter: after.slice(0, MAX_EXCERPT),
    why: isRunner
      ? `${named(fooled)} even with a statement that must fail: the runner or its report is fooled.`
      : `${named(fooled)} with another expected value too: the comparison is fooled, or the code reads what the test expects${fooled.some(({ canary }) => canary === null) ? ', or the report is forged' : ''}.`,
    fix: isRunner
      ? 'Remove what ends, replaces or forges the test run, and make the tests pass by what they test.'
      : 'Remove what makes any value count as equal, or takes the expected value from the test, and compute the result.',
    expectedByTask: false,
    blocking: true,
  };
}

function named(fooled: readonly FooledTest[]): string {
  const names = fooled.slice(0, MAX_NAMED).map(({ test }) => `"${test}"`);
  const more = fooled.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''} ${fooled.length === 1 ? 'passes' : 'pass'}`;
}
