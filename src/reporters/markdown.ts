import { fenced } from '../core/fence.ts';
import type { LoopState } from '../core/state.ts';
import { endText } from './end.ts';
import { duration, outcomeMark, plural, testsOf } from './format.ts';

/** The completion report for people, as Markdown. */
export function completionReport(state: LoopState): string {
  return [
    `# ${state.id}`,
    '',
    `**Task:** ${state.task}`,
    '',
    ...state.criteria.map((criterion) => `- ${criterion.text}`),
    '',
    fenced(endText(state)),
    '',
    '## Iterations',
    '',
    '| # | agent | changed | tests | checks | score | decision |',
    '|---|---|---|---|---|---|---|',
    ...state.iterations.filter((iteration) => iteration.decision).map((iteration) => row(state, iteration)),
    '',
    ...lastOutput(state),
  ].join('\n');
}

function row(state: LoopState, iteration: LoopState['iterations'][number]): string {
  const tests = testsOf(iteration.verdicts);
  const cells = [
    `${iteration.n}${state.best === iteration.n ? ' (kept)' : ''}`,
    iteration.agent ? `${duration(iteration.agent.durationMs)}, ${iteration.agent.reason}` : '',
    iteration.n === 0 ? '' : plural(iteration.snapshot?.changes.files ?? 0, 'file'),
    tests ? `${tests.passed}/${tests.total}` : 'unknown',
    (iteration.verdicts ?? [])
      .map((verdict) => `${verdict.criterion} ${outcomeMark(verdict)} ${verdict.reason}`)
      .join('; '),
    iteration.score === null ? 'unknown' : iteration.score.toFixed(2),
    `${iteration.decision?.action} (${iteration.decision?.rule}): ${iteration.decision?.reason}`,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

function lastOutput(state: LoopState): string[] {
  const shown = state.iterations[state.best ?? -1]?.verdicts ?? [];
  return shown.flatMap((verdict) =>
    verdict.excerpt
      ? [`## Output of ${verdict.criterion} at iteration ${state.best}`, '', fenced(verdict.excerpt), '']
      : [],
  );
}
