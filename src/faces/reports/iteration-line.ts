import { checkRemedy } from '../../core/analytics/remedy-of.ts';
import type { EventOf } from '../../core/state/events.ts';
import { changesIn, type IterationState, type LoopState } from '../../core/state/state.ts';
import { dollars } from './activity-line.ts';
import { duration, outcomeMark, plural } from './format.ts';
import { metricsLine } from './metrics-line.ts';
import type { Paint } from './paint.ts';

/** `#3 agent 12.0 s, 2 files  tests 41→44/46  npm test ✗ exit 1  best` */
export function iterationLine(state: LoopState, event: EventOf<'iteration-judged'>, paint: Paint): string {
  const iteration = state.iterations[event.iteration] as IterationState;
  const parts = [
    `#${iteration.n}`,
    whoAndWhat(iteration),
    ...metricsLine(iteration, state),
    ...verdictParts(state, iteration),
  ];
  if (event.best === iteration.n && iteration.n > 0) parts.push(paint.green('best'));
  const { decision } = event;
  const remedy = iteration.n === 0 ? checkRemedy(state, iteration) : null;
  const advice =
    remedy === null || decision.ending
      ? ''
      : `
   ${paint.yellow('note')}: ${remedy}`;
  const outcome =
    decision.action === 'rollback'
      ? `\n   ${paint.yellow('rolled back')}: ${decision.reason}`
      : decision.action === 'continue'
        ? decision.rule === 'not-shown'
          ? `\n   ${paint.yellow('note')}: ${decision.reason}`
          : ''
        : `\n   ${decision.rule}: ${decision.reason}`;
  return `${parts.filter(Boolean).join('  ')}${outcome}${advice}`;
}

function whoAndWhat(iteration: IterationState): string {
  if (iteration.n === 0) return 'baseline';
  if (iteration.changesUnknown) return 'by hand';
  const files = changesIn(iteration)?.files ?? 0;
  if (iteration.byHand) return `by hand, ${plural(files, 'file')}`;
  const run = iteration.agent;
  const problem = run && run.outcome !== 'ok' ? ` (${run.reason})` : '';
  const cost = run?.costUsd ? ` ${dollars(run.costUsd, run.costEstimated)}` : '';
  const who = iteration.by === null || iteration.by === 'command' ? 'agent' : iteration.by;
  return `${who} ${duration(run?.durationMs ?? 0)}${cost}${problem}, ${files === 0 ? 'nothing changed' : plural(files, 'file')}`;
}

function verdictParts(state: LoopState, iteration: IterationState): string[] {
  return (iteration.verdicts ?? []).map((verdict) => {
    const criterion = state.criteria.find(({ id }) => id === verdict.criterion);
    const name = criterion && 'command' in criterion ? criterion.command : (criterion?.text ?? verdict.criterion);
    const reason = verdict.outcome === 'pass' ? '' : ` ${verdict.reason}`;
    const cachedNote = verdict.cached ? ' (cached)' : '';
    return `${name.length > 40 ? `${name.slice(0, 39)}…` : name} ${outcomeMark(verdict)}${reason}${cachedNote}`;
  });
}
