import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/support/project.ts';
import type { Criterion } from '../../core/criteria/criterion.ts';
import type { CheckRequest } from '../../ports/index.ts';
import { aCriterion, aVerdict, theSettings } from '../../testing/builders.ts';
import { advisedChecker } from './advised-checker.ts';

const advice = 'dist: in the workspace, but git ignores it, so checks do not see it; ';

test.each<[string, Criterion, string[]]>([
  [
    'a file that a criterion asks for',
    { id: 'c1', text: '', kind: 'file', path: 'dist/app.js', content: null },
    [advice],
  ],
  ['a file that a command names', aCriterion('test -f dist/app.js\ntrue'), [advice]],
  ['nothing that is missing', aCriterion('test -f src/app.js'), []],
])('a check without a word on %s', async (_, criterion, expected) => {
  const base = temporaryFolder();
  const trees = { workspace: join(base, 'w'), room: join(base, 'room') };
  writeFiles(trees.workspace, { 'dist/app.js': '', 'src/app.js': '' });
  writeFiles(trees.room, { 'src/app.js': '' });
  const verdict = aVerdict({ criterion: criterion.id, outcome: 'fail', outputFile: 'check.log' });
  const checker = advisedChecker(
    { verify: async () => ({ verdicts: [verdict], tests: null }) },
    { env: {}, trees, hidden: () => [], isBaseline: () => false },
  );
  const outputPath = () => ({ absolute: join(base, 'check.log'), relative: 'check.log' });
  const request = { root: trees.room, settings: theSettings(), criteria: [criterion], outputPath };
  const { verdicts } = await checker.verify(request as unknown as CheckRequest, new AbortController().signal);
  expect(verdicts[0]?.advice ?? []).toEqual(expected.map((text) => expect.stringContaining(text)));
});
