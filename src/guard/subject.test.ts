import { expect, test } from 'vitest';
import { isBlocking } from '../core/findings/blocking.ts';
import type { Change } from './finding/types.ts';
import { guard } from './guard.ts';

const edit = (path: string, before: string, after: string): Change => ({ path, before, after });
const ts = `export function fee(parcel: Parcel): number {
  const weight = parcel.weight;
  const base = weight > 20 ? 9 : 4;
  return base + parcel.insurance;
}
`;
const py = 'def fee(parcel):\n    base = 9 if parcel.weight > 20 else 4\n    return base + parcel.insurance\n';
const casts = ts.replace('parcel.insurance', '(parcel.insurance as any)');
const ignored = ts.replace('  return', '  // @ts-expect-error it may be missing\n  return');
const silenced = ts.replace('  const base', '  // eslint-disable-next-line no-nested-ternary\n  const base');
const uncounted = py.replace('(parcel):', '(parcel):  # pragma: no cover');
const oneTest = "test('fee', () => {\n  expect(fee(1)).toBe(4);\n});\n";
const idle = `${oneTest}test('fee of a light parcel', () => {\n  fee(2);\n});\n`;

test.each<[what: string, change: Change, input: { task: string; aims?: string[] }, blocks: boolean]>([
  ['a cast to any, for type errors', edit('fee.ts', ts, casts), { task: 'fix the type errors' }, true],
  ['a cast to any, for a type check that failed', edit('fee.ts', ts, casts), { task: 'x', aims: ['npx tsc'] }, true],
  ['a cast to any, in other work', edit('fee.ts', ts, casts), { task: 'add insurance to the fee' }, false],
  ['an expected type error, for type errors', edit('fee.ts', ts, ignored), { task: 'make mypy and tsc happy' }, true],
  ['an expected type error, for lint', edit('fee.ts', ts, ignored), { task: 'fix the lint errors' }, false],
  ['a silenced rule, for lint', edit('fee.ts', ts, silenced), { task: 'fix the lint errors' }, true],
  ['a silenced rule, as asked', edit('fee.ts', ts, silenced), { task: 'disable the lint rule in fee.ts' }, false],
  ['a pragma, for coverage', edit('fee.py', py, uncounted), { task: 'raise the coverage to 90 %' }, true],
  ['a pragma, as asked', edit('fee.py', py, uncounted), { task: 'exclude fee from coverage' }, false],
  ['a test without a claim, for tests', edit('fee.test.js', oneTest, idle), { task: 'add more tests of fee' }, true],
  [
    'a test without a claim, for their number',
    edit('fee.test.js', oneTest, idle),
    { task: 'x', aims: ['test_count >= 2'] },
    true,
  ],
  ['a test without a claim, in other work', edit('fee.test.js', oneTest, idle), { task: 'fix fee' }, false],
])('%s', async (_, change, input, blocks) => {
  const { findings } = await guard({ changes: [change], ...input });
  expect(findings.some(isBlocking)).toBe(blocks);
});

const todo = `// TODO: refuse a negative weight\n${ts}`;
test.each<[what: string, after: string, aims: string[], warns: boolean]>([
  ['another spelling', todo.replace('TODO', 'TO-DO'), ['grep -rn TODO src prints nothing'], true],
  ['a comment that a pattern finds', `// checkWeight\n${todo}`, ['grep -q checkWeight fee.ts'], true],
  ['work', todo.replace('// TODO: refuse', 'check(1); // refuses'), ['grep -rn TODO src prints nothing'], false],
  ['a comment beside an edit', `// checkWeight\n${todo.replace('> 20', '> 21')}`, ['grep -q checkWeight fee.ts'], true],
  [
    'another spelling beside an edit',
    todo.replace('TODO', 'TO-DO').replace('> 20', '> 21'),
    ['grep -rn TODO src prints nothing'],
    true,
  ],
  [
    'a name in a text',
    todo.replace('  return', "  const found = 'checkWeight';\n  return"),
    ['grep -q checkWeight fee.ts'],
    true,
  ],
  [
    'a name in the code',
    todo.replace('  return', '  checkWeight(parcel);\n  return'),
    ['grep -q checkWeight fee.ts'],
    false,
  ],
  ['a message', todo.replace('  return', "  show('the fee is');\n  return"), ['grep -q "the fee is" fee.ts'], false],
  ['a call that is gone', todo.replace('parcel.insurance', '0'), ['! grep -q insurance fee.ts'], false],
  [
    'a name put together',
    todo.replace('parcel.insurance', "parcel['insu' + 'rance']"),
    ['! grep -q insurance fee.ts'],
    true,
  ],
  ['other criteria', todo.replace('TODO', 'TO-DO'), ['npm test'], false],
])('a criterion that searches text: %s', async (_, after, aims, warns) => {
  const { findings } = await guard({ changes: [edit('fee.ts', todo, after)], task: 'do what the TODO asks for', aims });
  expect(findings.map(({ pattern, severity }) => `${pattern} ${severity}`)).toEqual(
    warns ? ['comments-only medium'] : [],
  );
});
