import { lineRanges } from '../../core/metrics/reach.ts';
import { isTestPath } from '../../syntax/languages/index.ts';
import type { TreeComparison } from '../align/compare.ts';
import { fallSeverity, type ReachFall, reachFalls } from '../align/reach-falls.ts';
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
    find: (comparison) => reachFalls(comparison).flatMap((fall) => lossOf(fall, comparison)),
  },
];

function lossOf(fall: ReachFall, { input }: TreeComparison): Loss[] {
  const { test, now, lost } = fall;
  const severity = fallSeverity(fall);
  if (!severity) return [];
  const sources = [...lost].map(([source, lines]) => `${source}: ${lineRanges(lines)}`);
  const suspects = input.changes.map((change) => change.path).filter((path) => path !== now && isTestPath(path));
  return [
    {
      place: {
        before: { path: test, line: 1, text: sources.slice(0, 6).join('\n') },
        after: { path: now, line: 1, text: '' },
      },
      why: `The tests of ${now} still run, but ${describeFall(fall)}.${suspects.length > 0 ? ` The change touches ${suspects.slice(0, 3).join(', ')}.` : ''}`,
      subject: [test, ...lost.keys()],
      ...(severity === 'mild' && { evidence: ['reach-doubtful'] }),
    },
  ];
}

function describeFall({ remaining, lostLines, unreached }: ReachFall): string {
  const what =
    lostLines === remaining ? `reach none of the ${remaining}` : `no longer reach ${lostLines} of the ${remaining}`;
  const others =
    unreached === lostLines ? 'nor does any other test' : `${unreached} of them are reached by no test now`;
  return `${what} lines of source that they reached before and that still exist${unreached > 0 ? `; ${others}` : ''}`;
}
