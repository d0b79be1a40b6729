import { lineRanges } from '../../core/metrics/reach.ts';
import { isTestPath } from '../../syntax/languages/index.ts';
import type { TreeComparison } from '../align/compare.ts';
import { fallSeverity, type ReachFall, reachFalls } from '../align/reach-falls.ts';
import { because } from '../finding/circumstances.ts';
import { atFile, lossOf } from '../finding/loss.ts';
import type { Loss } from '../finding/types.ts';
import type { Pattern } from './pattern.ts';

export const reach: Pattern[] = [
  {
    id: 'test-reach-lost',
    name: 'Tests run but no longer reach the source',
    type: 'test_skipping',
    severity: 'high',
    confidence: 0.9,
    languages: 'any',
    catches:
      'A test file whose tests all ran, but which reaches (nearly) nothing any more of the source that it reached before and that still stands: an early return in a helper, a fixture that became empty, a stub in the place of the source.',
    ignores:
      'Source that is gone; tests that moved to other files, which reach it now; tests that fail, or whose source was rewritten on the way that they take; runs where the reach of each test file is not known on both sides. Only warns if no test reaches part of it any more, or if the tests reach other source instead.',
    fix: 'Find out what stops the tests from calling the source (helpers, set-up, fixtures, stubs), and undo it.',
    example: {
      before: 'cart.test.js reached 40 lines of src/cart.js',
      after: 'its 6 tests pass and reach none of them',
    },
    find: (comparison) => reachFalls(comparison).flatMap((fall) => lossOfReach(fall, comparison)),
  },
];

function lossOfReach(fall: ReachFall, { input }: TreeComparison): Loss[] {
  const { test, now, lost } = fall;
  const severity = fallSeverity(fall);
  if (!severity) return [];
  const sources = [...lost].map(([source, lines]) => `${source}: ${lineRanges(lines)}`);
  const suspects = input.changes.map((change) => change.path).filter((path) => path !== now && isTestPath(path));
  const before = atFile(test, sources.slice(0, 6).join('\n'));
  const loss = lossOf(before, atFile(now), ['reach-lost', now, fall, suspects], [test, ...lost.keys()]);
  return [because(loss, severity === 'mild' && 'reach-doubtful')];
}
