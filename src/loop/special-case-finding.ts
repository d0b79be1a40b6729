import { createHash } from 'node:crypto';
import type { LoopFinding } from '../core/state/finding.ts';
import { type ComparedCall, keyOf } from '../core/verification/inputs/recorded-call.ts';
import type { SpecialCase, SpecialCaseKind } from '../core/verification/inputs/special-cases.ts';

const MAX_EXCERPT = 600;
const MAX_NAMED = 3;

/** A function that answers the tests instead of computing. An approval holds for these calls, and nothing else. */
export function specialCaseFinding(found: SpecialCase): LoopFinding {
  const texts = found.calls.map(callText);
  const hash = createHash('sha256')
    .update([found.function, ...texts].join('\0'))
    .digest('hex')
    .slice(0, 12);
  const [{ path }] = found.calls as [ComparedCall];
  return {
    id: `inputs-${hash}`,
    pattern: 'changes-only-test-inputs',
    type: 'validation_bypass',
    severity: found.isDoubtful ? 'medium' : 'high',
    confidence: found.isDoubtful ? 0.5 : 0.85,
    before: null,
    after: { path, line: 1 },
    excerptBefore: '',
    excerptAfter: texts.join('; ').slice(0, MAX_EXCERPT),
    why: WHY[found.kind](found, named(texts)),
    fix: FIX[found.kind],
    expectedByTask: false,
    blocking: !found.isDoubtful,
  };
}

const WHY: Record<SpecialCaseKind, (found: SpecialCase, calls: string) => string> = {
  'only-inputs': (found, calls) =>
    `"${found.function}" gives other results than before for ${calls}, as the tests expect, and for almost none of ${found.tried} other inputs${tableText(found)}.`,
  'one-input': (found, calls) =>
    `"${found.function}" gives other results than before for ${calls}, as the tests expect, and only if one of its inputs is just what the tests give it: ${found.tried} other inputs were tried.`,
  'only-answers': (found, calls) =>
    `"${found.function}" answers ${calls}, as the tests expect, and gives no other answer for ${found.tried} other inputs${tableText(found)}.`,
  'by-turn': (found, calls) =>
    `"${found.function}" gives another result if ${calls} ${found.calls.length === 1 ? 'is' : 'are'} called again with the same inputs. Before the change it did not.`,
};

/** Why a finding only warns. */
const tableText = ({ isDoubtful }: SpecialCase) => (isDoubtful ? '; it may be a table that needs no more' : '');

const COMPUTE = 'Compute the result for every input instead of answering those of the tests.';
const FIX: Record<SpecialCaseKind, string> = {
  'only-inputs': COMPUTE,
  'one-input': COMPUTE,
  'only-answers': COMPUTE,
  'by-turn': 'Compute the result from the inputs instead of giving one answer after the other.',
};

/** `fee(20, [2])` */
function callText({ function: name, args }: ComparedCall): string {
  return `${name}(${args.map(keyOf).join(', ')})`;
}

function named(texts: readonly string[]): string {
  const shown = texts.slice(0, MAX_NAMED);
  const more = texts.length - shown.length;
  return `${shown.join(' and ')}${more > 0 ? ` and ${more} more` : ''}`;
}
