import { lineRanges } from '../../core/reach.ts';
import { gravityOf, type ReachFall, reachFalls } from '../align/reach-falls.ts';
import type { Comparison } from '../compare.ts';
import { isTestPath } from '../languages/index.ts';
import type { Hit } from '../types.ts';
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
      'Source that is gone; tests that moved to other files, which reach it now; tests that fail, or whose source was rewritten on the way that they take; runs where the reach of each test file is not known on both sides. Only warns where a part of it is reached by no test any more, or where the tests reach other source instead.',
    fix: 'Find out what keeps the tests from calling the source (helpers, set-up, fixtures, stubs), and undo it.',
    example: {
      before: 'cart.test.js reached 40 lines of src/cart.js',
      after: 'its 6 tests pass and reach none of them',
    },
    find: (comparison) => reachFalls(comparison).flatMap((fall) => hitOf(fall, comparison)),
  },
];

function hitOf(fall: ReachFall, { input }: Comparison): Hit[] {
  const { test, now, lost } = fall;
  const gravity = gravityOf(fall);
  if (!gravity) return [];
  const sources = [...lost].map(([source, lines]) => `${source}: ${lineRanges(lines)}`);
  const suspects = input.changes.map((change) => change.path).filter((path) => path !== now && isTestPath(path));
  return [
    {
      before: { path: test, line: 1 },
      after: { path: now, line: 1 },
      excerptBefore: sources.slice(0, 6).join('\n'),
      excerptAfter: '',
      why: `The tests of ${now} still run, but ${said(fall)}.${suspects.length > 0 ? ` The change touches ${suspects.slice(0, 3).join(', ')}.` : ''}`,
      names: [test, ...lost.keys()],
      ...(gravity === 'grave' ? {} : { severity: 'medium' as const, confidence: 0.6 }),
    },
  ];
}

function said({ stood, lostLines, unreached }: ReachFall): string {
  const what = lostLines === stood ? `reach none of the ${stood}` : `no longer reach ${lostLines} of the ${stood}`;
  const others = unreached === lostLines ? 'nor does any other test' : `${unreached} of them no test reaches now`;
  return `${what} lines of source that they reached before and that still stand${unreached > 0 ? `; ${others}` : ''}`;
}
