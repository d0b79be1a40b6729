import { expect, test } from 'vitest';
import { raisedIn } from '../core/findings/raised.ts';
import { aFinding, aVerdict, played } from '../testing/builders.ts';
import { alertId, findAlert } from './alert-ids.ts';

const findings = ['3fa1', '3fb2', '3fb2-2'].map((id) => aFinding({ id, why: `why ${id}` }));
const verdicts = [aVerdict()];
const measured = { alerts: [], lost: { tests: ['sums'], count: 1 } };
const raised = raisedIn(played({ tree: 'a', verdicts }, [{ tree: 'b', verdicts, findings, measured }]));
const lost = raised.find(({ source }) => source === 'tests')!;

test.each([
  { given: '3fa', key: 'finding:3fa1' },
  { given: '3fb2', key: 'finding:3fb2' },
  { given: '3fb2-2', key: 'finding:3fb2-2' },
  { given: alertId(lost).slice(0, 6), key: 'lost-test:sums' },
  { given: 'lost-test:sums', key: 'lost-test:sums' },
])('$given means $key', ({ given, key }) => {
  expect(findAlert(raised, given, 'loop').key).toBe(key);
});

test.each([
  { given: '3f', message: /matches 3 alerts/, hint: /3fa1 {2}why 3fa1/ },
  { given: 'zz', message: /no alert 'zz'/, hint: /3fb2-2 {2}why/ },
  { given: '', message: /no alert ''/, hint: /3fa1/ },
])("'$given' is refused with what there is", ({ given, message, hint }) => {
  expect(() => findAlert(raised, given, 'loop')).toThrow(
    expect.objectContaining({
      name: 'UsageError',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    }),
  );
});
