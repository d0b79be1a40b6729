import { commandOf } from '../../core/criteria/criterion.ts';
import { allHold } from '../../core/criteria/verdict.ts';
import { approvedIn } from '../../core/people/statements.ts';
import { shownBy, showsDone } from '../../core/state/shown-by.ts';
import { type IterationState, type LoopState, lineTo } from '../../core/state/state.ts';
import { clip } from './columns.ts';
import { costText } from './end-rows.ts';
import { approvalText } from './human-decisions.ts';

/** Facts for the message that the loop did not record. */
interface Committing {
  /** Why the user applies an iteration that was held back. */
  reason?: string | null;
  /** The committed tree; if it is not the checked tree, the message says so. */
  tree?: string | null;
}

/** A commit message with the receipt: the task, the checks with their results, and the cost. */
export function commitMessage(state: LoopState, n: number, { reason = null, tree = null }: Committing = {}): string {
  const iteration = state.iterations[n];
  const verdicts = iteration?.verdicts ?? [];
  const checks = verdicts.map((verdict) => {
    const criterion = state.criteria.find(({ id }) => id === verdict.criterion);
    const what = criterion ? (commandOf(criterion) ?? criterion.text) : verdict.criterion;
    return `- ${what}: ${verdict.outcome}, ${verdict.reason}`;
  });
  const approved = approvedIn(state, n).map(
    ({ raised: alert }) => `- ${alert.text}: ${approvalText(state, alert.key)}`,
  );
  const line = lineTo(state, n);
  const byHand = line.filter((one) => one.byHand).map((one) => one.n);
  const byAgent = line.length === 0 || byHand.length < line.length;
  const trailers: [string, string][] = [
    ['Jumar-Loop', state.id],
    ['Jumar-Iteration', `${n} of ${state.iterations.length - 1}`],
    ['Jumar-Verified', verifiedText(state, iteration)],
    ...(approved.length > 0 ? [['Jumar-Approved', String(approved.length)] as [string, string]] : []),
    ['Jumar-Score', iteration?.score == null ? 'unknown' : iteration.score.toFixed(2)],
    ['Jumar-Tree', iteration?.snapshot?.tree ?? 'unknown'],
    ['Jumar-Agent', byAgent ? agentsIn(line, state) : 'none'],
    ...(byHand.length > 0 ? [['Jumar-By-Hand', byHand.reverse().join(', ')] as [string, string]] : []),
    ['Jumar-Cost', costText(state)],
    ...(reason ? [['Jumar-Reason', reason] as [string, string]] : []),
  ];
  return `${[
    clip(state.task.split('\n')[0] ?? state.id, 72),
    '',
    ...(byHand.length > 0 ? [byAgent ? PARTLY_BY_HAND : BY_HAND, ''] : []),
    allHold(verdicts)
      ? `Checked by Jumar${iteration?.byHand ? '' : ' after the agent had ended'}:`
      : 'Not every check holds:',
    ...checks,
    '',
    ...(tree === null || tree === iteration?.snapshot?.tree ? [] : [...DIFFERS, '']),
    ...(approved.length > 0 ? ['Approved by a person:', ...approved, ''] : []),
    ...trailers.map(([name, value]) => `${name}: ${value.replace(/\s+/g, ' ')}`),
  ].join('\n')}\n`;
}

function verifiedText(state: LoopState, iteration: IterationState | undefined): string {
  if (!iteration || !allHold(iteration.verdicts ?? [])) return 'no';
  if (!showsDone(state, iteration)) return 'checks pass, task not shown to be done';
  return shownBy(state) === 'tests' ? "yes, by the agent's own tests" : 'yes';
}

/** Those that made the change. */
function agentsIn(line: readonly IterationState[], { agent }: LoopState): string {
  const names = line.filter(({ run }) => run !== null).map(({ by }) => by ?? agent.name);
  return [...new Set(names.reverse())].join(', ') || agent.name;
}

const BY_HAND = 'A person made these changes by hand; no agent did.';
const PARTLY_BY_HAND = 'A person made some of these changes by hand: the iterations named below.';
const DIFFERS = [
  'The checks ran on the tree named below. This commit differs from that tree: it contains what the loop',
  'changed, without other uncommitted changes and later commits.',
];
