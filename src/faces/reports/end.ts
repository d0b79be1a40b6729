import { remedyOf } from '../../core/analytics/remedy-of.ts';
import { allHold } from '../../core/criteria/verdict.ts';
import { outcomes } from '../../core/state/outcome.ts';
import { judgedByHand, judgedLaunches, type LoopState } from '../../core/state/state.ts';
import { NEEDS_PERSON, statusWord } from '../../core/state/status-word.ts';
import { committedIn, committedWords } from '../../core/verification/committed.ts';
import { clip } from './columns.ts';
import { alertLines } from './end-alerts.ts';
import { endCommands } from './end-commands.ts';
import { achievedRows, keptText, lastAttemptLines, learnedLines, tookText, triedLines } from './end-rows.ts';
import { showsChecks, verificationLines } from './end-verification.ts';
import { duration, iterationsText } from './format.ts';
import { type Glyphs, unicodeGlyphs } from './glyphs.ts';
import { failingText, headlineOf } from './headline.ts';
import { heldOutRow } from './held-out-row.ts';
import { looseningTexts } from './human-decisions.ts';
import { type Paint, plainPaint } from './paint.ts';
import { recoveryLines } from './recovery-rows.ts';
import { inPlaceText } from './room-lines.ts';
import { editedText, setAsideRow } from './set-aside.ts';
import { wrapText } from './wrap.ts';

const titles: Record<string, string> = {
  completed: 'COMPLETE',
  'not-shown': 'CHECKS PASS, TASK NOT SHOWN TO BE DONE',
  'iteration-limit': 'LIMIT REACHED',
  'time-limit': 'LIMIT REACHED',
  budget: 'BUDGET USED UP',
  blocked: NEEDS_PERSON.toUpperCase(),
  escalated: NEEDS_PERSON.toUpperCase(),
  aborted: 'ABORTED',
  'agent-cannot-run': 'AGENT CANNOT RUN',
  'could-not-measure': 'COULD NOT MEASURE',
};

const statuses: Record<string, string> = {
  completed: 'SUCCESS',
  'iteration-limit': 'MAX_ITERATIONS',
  'time-limit': 'TIMEOUT',
  blocked: NEEDS_PERSON,
  escalated: NEEDS_PERSON,
};

export interface EndLook {
  paint?: Paint;
  columns?: number;
  glyphs?: Glyphs;
}

/** The end summary: the result, the kept iteration, the attempts and findings, the cost, and what to do next. */
export function endText(
  state: LoopState,
  { paint = plainPaint, columns = 80, glyphs = unicodeGlyphs }: EndLook = {},
): string {
  const { ended } = state;
  const title = ended ? (titles[ended.ending] ?? 'STOPPED') : statusWord(state.status).toUpperCase();
  const colour = ended?.ending === 'completed' ? paint.green : paint.yellow;
  const rule = glyphs.double.repeat(Math.min(columns, RULE));
  const row = (name: string, text: string) => `  ${name.padEnd(7)} ${text}`;
  const rows = (list: readonly (readonly [string, string])[]) =>
    list.flatMap(([name, text]) => {
      const [first = '', ...more] = wrapText(text, columns - 10);
      return [row(name, first), ...more.map((line) => row('', line))];
    });
  const section = (name: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', name, ...lines.map((line) => `  ${clip(line, columns - 2, glyphs.ellipsis)}`)];
  return [
    '',
    rule,
    paint.bold(colour(`Jumar: ${title}`)),
    rule,
    ...rows([
      ['task', state.task.split('\n')[0] ?? ''],
      ...headlineRows(state, glyphs.arrow),
      ['status', statusText(state)],
      ['why', whyText(state)],
      ...uncommittedRow(state),
      ...tryRow(state),
      ...asksRow(state),
      ...keptRow(state),
      ...inPlaceRow(state),
      ...looseningTexts(state).map((text): [string, string] => ['looser', text]),
      ...committedRow(state),
      ...achievedRows(state, glyphs.arrow),
      ...reviewRow(state),
      ...setAsideRow(state),
      ...[editedText(state)].flatMap((text): [string, string][] => (text === null ? [] : [['edited', text]])),
      ...heldOutRows(state),
      ['took', tookText(state)],
    ]),
    ...(showsChecks(state) ? [] : section('Last attempt:', lastAttemptLines(state, columns - 2))),
    ...section(showsChecks(state) ? 'Verification:' : 'Last failure:', verificationLines(state)),
    ...(showsChecks(state) ? [] : section('Learnings accumulated:', learnedLines(state, columns - 2))),
    ...section('Tried:', triedLines(state, glyphs)),
    ...section('Recoveries:', recoveryLines(state)),
    ...section('Findings:', alertLines(state)),
    ...section(
      'Problems:',
      state.mishaps.slice(-PROBLEMS).map(({ what }) => what),
    ),
    '',
    ended && outcomes[ended.ending].resumable ? 'Options:' : 'Next:',
    // Commands are never cut: people copy them.
    ...endCommands(state).map(([name, text]) => row(name, text)),
    rule,
  ].join('\n');
}

const RULE = 60;
const PROBLEMS = 5;

function statusText(state: LoopState): string {
  const word = state.ended ? (statuses[state.ended.ending] ?? state.ended.ending) : statusWord(state.status);
  const { maxIterations } = state.settings.limits;
  const done = iterationsText(judgedLaunches(state), judgedByHand(state), maxIterations);
  return `${word}, ${done}, ${duration(state.activeMs)}`;
}

/** What people look for first: the failing tests, then the quality. */
function headlineRows(state: LoopState, arrow: string): [string, string][] {
  const headline = state.ended?.ending === 'aborted' ? null : headlineOf(state, arrow);
  if (!headline) return [];
  const failing = failingText(headline, arrow);
  return [
    ...(failing === null ? [] : [['failing', `${failing} tests`] as [string, string]]),
    ...(headline.quality === null ? [] : [['quality', headline.quality] as [string, string]]),
  ];
}

function heldOutRows(state: LoopState): [string, string][] {
  const text = heldOutRow(state);
  return text === null ? [] : [['unseen', text]];
}

/** What the user has changed may be the very thing that the checks should have seen. */
function uncommittedRow({ workspace: { uncommitted = 0, worktreeOf } }: LoopState): [string, string][] {
  if (uncommitted === 0) return [];
  const files = uncommitted === 1 ? 'file' : 'files';
  return [['without', `your ${uncommitted} uncommitted ${files} of ${worktreeOf}: a worktree has what is committed`]];
}

function tryRow(state: LoopState): [string, string][] {
  const remedy = remedyOf(state);
  return remedy === null ? [] : [['try', remedy]];
}

/** The built-in agent knows nothing but the tests. */
function reviewRow(state: LoopState): [string, string][] {
  const { iterations, best, agent } = state;
  const kept = iterations[best ?? 0];
  if (!kept || kept.n === 0 || kept.byHand || (kept.by ?? agent.name) !== 'repair') return [];
  if (allHold(kept.verdicts ?? []))
    return [['review', 'found by search: it passes the tests, which is all that this agent knows']];
  const failing = headlineOf(state)?.failing ?? [];
  const [before, now] = [failing[0], failing.at(-1)];
  if (before === undefined || now === undefined || now >= before)
    return [['review', 'found by search: the checks do not hold with it']];
  const rest = now === 0 ? 'but not every check holds' : `${now} still ${now === 1 ? 'fails' : 'fail'}`;
  return [['review', `found by search: it makes ${before - now} of ${before} failing tests pass, ${rest}`]];
}

function asksRow({ gate, ended }: LoopState): [string, string][] {
  return ended && gate ? [['asks', gate.question]] : [];
}

function keptRow(state: LoopState): [string, string][] {
  const text = keptText(state);
  return text === null ? [] : [[state.ended ? 'kept' : 'best', text]];
}

function inPlaceRow(state: LoopState): [string, string][] {
  const text = inPlaceText(state);
  return text === null ? [] : [['checks', text]];
}

function committedRow(state: LoopState): [string, string][] {
  const paths = committedIn(state);
  return paths.length > 0 && state.ended ? [['note', committedWords(paths)]] : [];
}

/** Why the loop ended or paused. */
export function whyText({ ended, status, pausedBy }: LoopState): string {
  if (ended) return ended.reason;
  if (status === 'crashed') return 'its process is gone; recorded work is intact';
  if (status !== 'paused') return 'it is still running';
  return pausedBy === 'request' ? 'paused on request' : 'interrupted; the working tree may hold unfinished work';
}
