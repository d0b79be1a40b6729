import { describe, expect, test } from 'vitest';
import { aFinding, aVerdict, judgedLoop } from '../../testing/builders.ts';
import { NO_MUTANTS } from '../metrics/mutants.ts';
import type { IterationState } from '../state/state.ts';
import { pristineLines, promptRemarks } from './prompt-remarks.ts';

const iteration = (over: Partial<IterationState>) => judgedLoop([{ score: 0.3, over }]).iterations[1] as IterationState;
const paths = (...names: string[]) => ({ paths: names, count: names.length });
const reverted = (over: Partial<NonNullable<IterationState['reverted']>>): Partial<IterationState> => ({
  reverted: {
    protected: paths(),
    scope: paths(),
    findings: [],
    ...over,
  } as NonNullable<IterationState['reverted']>,
});
const passing = (tests: string[]): NonNullable<IterationState['newTests']> => ({
  added: 2,
  passing: { tests, count: tests.length },
  failing: 1,
  crashed: 0,
  unshown: [],
  holds: false,
  durationMs: 1,
});
const survivor = (line: number) => ({ path: 'a.js', line, operator: 'literal', before: 'x = 1', after: 'x = 2' });
const mutated = (outcome: 'pass' | 'fail' | null): NonNullable<IterationState['mutants']> => ({
  counts: { ...NO_MUTANTS, killed: 1, survived: 3 },
  survivors: [survivor(2), survivor(7)],
  unsupported: [],
  runs: 5,
  testRunMs: 1,
  verdicts: outcome ? [aVerdict({ criterion: 'm', outcome })] : [],
  durationMs: 5,
});
const many = Array.from({ length: 14 }, (_, n) => `f${n}`);

describe('what the next prompt hears', () => {
  test.each<[string, Partial<IterationState>, string[]]>([
    ['nothing', {}, []],
    [
      'of files that are protected',
      reverted({ protected: paths('a.sh', 'b.sh') }),
      ['**Undone, because these files are protected:** a.sh, b.sh'],
    ],
    [
      'of files outside of the scope',
      reverted({ scope: paths('x.js') }),
      ['**Undone, because these files are outside of what may be changed:** x.js'],
    ],
    [
      'of flaky tests',
      { flaky: ['sums', 'parses'] },
      ['**Flaky, passed and failed with no change in between:** sums, parses'],
    ],
    [
      'of the first twelve, and how many there are more',
      { flaky: many },
      [`**Flaky, passed and failed with no change in between:** ${many.slice(0, 12).join(', ')} and 2 more`],
    ],
    ['of nothing that was undone', reverted({}), []],
    [
      'of new tests that need no change',
      { newTests: passing(['a.test.js › sums']) },
      ['**New tests that pass without your change, and so show nothing of it:** a.test.js › sums'],
    ],
    ['of no new tests', { newTests: passing([]) }, []],
    [
      'of faults that no test notices, if a criterion on them fails',
      { mutants: mutated('fail') },
      [
        '**No test notices these faults in your change; add tests that do:** a.js:2 `x = 1` → `x = 2`; a.js:7 `x = 1` → `x = 2` and 1 more',
      ],
    ],
    ['of no faults if the criterion holds', { mutants: mutated('pass') }, []],
    ['of no faults without a criterion', { mutants: mutated(null) }, []],
  ])('%s', (_, over, lines) => {
    expect(promptRemarks(iteration(over), { agent: { name: 'claude', command: null } })).toEqual(lines);
  });
});

describe('with the original tests', () => {
  const pristine = (over: Partial<NonNullable<IterationState['pristine']>>): Partial<IterationState> => ({
    pristine: {
      files: paths('a.test.js'),
      findings: [aFinding()],
      verdicts: [aVerdict({ excerpt: 'expected 1' }), aVerdict({ criterion: 'c2', outcome: 'pass' })],
      ...over,
    } as NonNullable<IterationState['pristine']>,
  });
  const state = judgedLoop([]);

  test('the failed criteria are listed by text, with their output', () => {
    expect(pristineLines(state, iteration(pristine({})), 100)).toEqual([
      '**With the original versions of a.test.js:**',
      '- npm test: exit 1',
      '```\nexpected 1\n```',
    ]);
  });

  test('an unknown criterion is listed by id, and output only if there is some and room for it', () => {
    const verdicts = [aVerdict({ criterion: 'h1', excerpt: 'x' }), aVerdict({ excerpt: '' })];
    expect(pristineLines(state, iteration(pristine({ verdicts })), 0).slice(1)).toEqual([
      '- h1: exit 1',
      '- npm test: exit 1',
    ]);
    expect(pristineLines(state, iteration(pristine({ verdicts: [aVerdict({ excerpt: '' })] })), 9)).toHaveLength(2);
  });

  test('nothing if nothing was found, or nothing was checked', () => {
    expect(pristineLines(state, iteration(pristine({ findings: [] })), 100)).toEqual([]);
    expect(pristineLines(state, iteration({ pristine: null }), 100)).toEqual([]);
  });
});
