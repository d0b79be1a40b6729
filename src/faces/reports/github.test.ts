import { expect, test } from 'vitest';
import { scoredRecords } from '../../../test/support/scored-loop.ts';
import { evolve } from '../../core/evolve.ts';
import type { LoopState } from '../../core/state/state.ts';
import { aFinding, testsVerdict } from '../../testing/builders.ts';
import { githubReporter } from './github.ts';
import { withoutCommands, workflowCommand } from './workflow-command.ts';

function logged(loop: Parameters<typeof scoredRecords>[0]): string[] {
  let text = '';
  const reporter = githubReporter((piece) => {
    text += piece;
  });
  let state: LoopState | null = null;
  for (const record of scoredRecords(loop)) {
    state = evolve(state, record);
    reporter.onEvent(record, state);
  }
  return text.split('\n');
}

const finding = aFinding({ why: 'The test is skipped: 100%', after: { path: 'src/a,b.test.js', line: 7 } });

test('a group per iteration under its own line, annotations once, and the end', () => {
  const lines = logged({
    baseline: { score: 0.5, verdicts: [testsVerdict(1, 2)] },
    iterations: [
      { score: 0.6, verdicts: [testsVerdict(1, 2)], findings: [finding] },
      {
        score: 0.7,
        verdicts: [testsVerdict(2, 2)],
        findings: [finding, aFinding({ id: 'f2', severity: 'medium', blocking: false })],
      },
    ],
    ended: { ending: 'iteration-limit', reason: '2 iterations used' },
  });
  const commands = lines.filter((line) => line.startsWith('::'));
  expect(commands).toEqual([
    expect.stringMatching(/^::group::#0 {2}baseline {2}tests 1\/2/),
    '::endgroup::',
    expect.stringMatching(/^::group::#1 {2}agent 12\.0 s, 1 file/),
    '::endgroup::',
    '::error file=src/a%2Cb.test.js,line=7,title=critical in iteration 1%3A test_skipping::The test is skipped: 100%25',
    expect.stringMatching(/^::group::#2 {2}agent/),
    '::endgroup::',
    '::warning file=a.test.js,line=1,title=medium in iteration 2%3A test_skipping::The test is skipped.',
    '::error title=Jumar%3A iteration-limit::2 iterations used. Iteration 2 is kept.',
  ]);
  const opened = lines.findIndex((line) => line.startsWith('::group::#1'));
  expect(lines.slice(opened, lines.indexOf('::endgroup::', opened)).join('\n')).toContain('Verifying: npm test');
  expect(lines.join('\n')).toContain('Jumar: LIMIT REACHED');
});

test.each([
  ['completed', '::notice title=Jumar%3A completed::it holds. Iteration 0 is kept.'],
  ['aborted', '::warning title=Jumar%3A aborted::it holds. Iteration 0 is in the working tree.'],
  ['stalled', '::error title=Jumar%3A stalled::it holds. Iteration 0 is kept.'],
] as const)('a loop that ended %s', (ending, line) => {
  expect(logged({ iterations: [], ended: { ending, reason: 'it holds' } })).toContain(line);
});

test.each([
  ['::error::fake', ': :error::fake'],
  ['  ::add-mask::x\nok ::notice::y', '  : :add-mask::x\nok ::notice::y'],
  ['a ##[group]b', 'a ## [group]b'],
])('%j of an agent is no command', (text, shown) => {
  expect(withoutCommands(text)).toBe(shown);
});

test('a workflow command can contain any text', () => {
  expect(workflowCommand('notice', { title: 'a:b,c', file: undefined }, '5 %\r\nmore')).toBe(
    '::notice title=a%3Ab%2Cc::5 %25%0D%0Amore\n',
  );
});
