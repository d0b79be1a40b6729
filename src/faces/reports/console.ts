import type { Criterion } from '../../core/criteria/criterion.ts';
import { understoodAs } from '../../core/criteria/describe.ts';
import { sandboxInUse } from '../../core/state/cell.ts';
import type { EventOf, LoopEvent } from '../../core/state/events.ts';
import { mishapIn } from '../../core/state/mishaps.ts';
import { type LoopState, launches } from '../../core/state/state.ts';
import { detectTaskType } from '../../core/state/task-type.ts';
import { activityLine, checkLine, countdown, doingOf } from './activity-line.ts';
import { courseLines } from './course-lines.ts';
import { coverageCostLines } from './coverage-cost.ts';
import { endText } from './end.ts';
import { clockTime, iterationsText, plural } from './format.ts';
import { type Glyphs, inGlyphs, unicodeGlyphs } from './glyphs.ts';
import { iterationLine } from './iteration-line.ts';
import { iterationPanel } from './iteration-panel.ts';
import { goalText } from './objective.ts';
import { type Paint, plainPaint } from './paint.ts';
import type { Reporter } from './reporter.ts';
import { newAdvice, roomLines } from './room-lines.ts';
import { setAsideLines } from './set-aside.ts';
import { createTranscript, type Transcript, type TranscriptLine, transcriptText } from './transcript.ts';
import { unsaidFindings, verificationLines, verificationRows } from './verification-lines.ts';
import { wrapLines } from './wrap.ts';

const ERASE = '\r\u001b[2K';
/** Minimum time between two updates of the activity line. */
const LIVE_MS = 100;

export interface ConsoleLook {
  paint?: Paint;
  /** Show current activity on a line that the next output replaces. */
  live?: boolean;
  /** Show details per iteration instead of one line, and what agents and checks do and print while they do it. */
  verbose?: boolean;
  /** Read on every use, because a terminal can be resized. */
  columns?: number;
  /** Break the lines of iterations between words: a terminal breaks them anywhere. */
  wrapped?: boolean;
  glyphs?: Glyphs;
}

/** Plain lines for a terminal or a CI log: the setup, one line per iteration, the end. */
export function consoleReporter(write: (text: string) => void, options: ConsoleLook = {}): Reporter {
  const { paint = plainPaint, live = false, verbose = false, glyphs = unicodeGlyphs } = options;
  const look = () => ({ paint, columns: options.columns ?? 80, glyphs });
  let passing = false;
  let doing = 'at work …';
  let running = 'the agent';
  let shownAt = 0;
  let transcript: Transcript | null = null;
  /** A resume judges it again, under what may be new limits; its line was printed by an earlier session. */
  let judgedBefore: number | null = null;
  const line = (text: string) => {
    write(`${passing ? ERASE : ''}${inGlyphs(text, glyphs)}\n`);
    passing = false;
  };
  const wrap = (text: string) => (options.wrapped ? wrapLines(text, look().columns) : text);
  const show = (one: TranscriptLine) => line(transcriptText(one, { paint, glyphs }));
  /** Shows current activity, only on a terminal; the next line replaces it. */
  const now = (text: string) => {
    if (!live) return;
    // A wrapped line could not be erased.
    write(`${passing ? ERASE : ''}${paint.dim(inGlyphs(text, glyphs).slice(0, look().columns - 1))}`);
    passing = true;
  };
  const mishapLine = (event: LoopEvent) => {
    const mishap = mishapIn(event);
    if (mishap !== null) line(paint.yellow(`  ${mishap}`));
  };
  return {
    onEvent({ event }, state) {
      transcript ??= createTranscript(state.workspace.root);
      if (verbose) for (const one of transcript.flush()) show(one);
      switch (event.type) {
        // With it comes what agents are confined by on this machine.
        case 'session-started':
          if (!event.resumed) line(header(state, paint));
          judgedBefore = event.resumed ? (state.reopened?.n ?? null) : null;
          if (event.resumed) for (const text of [resumedLine(state), ...courseLines(event, state)]) line(text);
          for (const text of roomLines(state)) line(text);
          return;
        case 'recovery-adapted':
        case 'gate-opened':
        case 'gate-answered':
          for (const text of courseLines(event, state)) line(paint.yellow(text));
          return;
        case 'workspace-saved':
          for (const text of savedLines(event, state)) line(text);
          return;
        case 'workspace-restored':
          for (const text of setAsideLines(event, state.id)) line(paint.yellow(text));
          return;
        case 'snapshot-taken':
          for (const note of event.notes) line(`  note: ${note}`);
          return mishapLine(event);
        case 'diff-guarded':
        case 'notified':
        case 'hook-finished':
        case 'request-refused':
          return mishapLine(event);
        case 'changes-reverted':
        case 'setup-started':
        case 'setup-finished':
        case 'checks-repeated':
        case 'expectations-flipped':
        case 'new-tests-checked':
        case 'task-tests-checked':
        case 'tests-held-out':
        case 'tests-revealed':
        case 'tests-put-back':
        case 'mutants-tested':
        case 'tree-reverified':
        case 'refs-reset':
          for (const text of verificationLines(event)) line(paint.yellow(text));
          return event.type === 'setup-started' ? now('setting up …') : undefined;
        case 'agent-started':
          doing = 'at work …';
          running = event.agent ?? running;
          shownAt = 0;
          if (verbose) for (const one of transcript.begin(`#${event.iteration} ${event.agent ?? 'agent'}`)) show(one);
          if (event.prompt.problem !== undefined)
            line(
              paint.yellow(
                `  warning: the loop's own template failed, using the built-in one: ${event.prompt.problem}`,
              ),
            );
          return now(`#${event.iteration}  ${event.agent ?? 'agent'} ${doing}`);
        case 'agent-finished':
          return state.missed
            ? line(paint.yellow(`  #${event.iteration} ${running} could not run — ${event.reason}`))
            : undefined;
        case 'wait-started':
          return line(
            paint.yellow(
              event.until > state.lastAt
                ? `  waiting for ${event.agent} until ${clockTime(event.until, state.lastAt)}; this does not count as an iteration`
                : `  waiting for ${event.agent}: ${event.reason}`,
            ),
          );
        case 'checks-started':
          judgedBefore = null;
          return now(`#${event.iteration}  checking …`);
        case 'iteration-judged':
          if (judgedBefore === event.iteration && event.decision.action === 'continue') return;
          for (const text of unsaidFindings(state, event)) line(paint.yellow(text));
          line(verbose ? iterationPanel(state, event.iteration, look()) : wrap(iterationLine(state, event, paint)));
          for (const text of coverageCostLines(state, event.iteration)) line(paint.dim(text));
          for (const text of newAdvice(state, event.iteration)) line(paint.yellow(`  hint: ${text}`));
          return;
        case 'loop-paused':
          return line(endText(state, look()));
        case 'loop-ended':
          return line(endText(state, look()));
        default:
          return undefined;
      }
    },
    onActivity(activity) {
      if (activity.type === 'waiting') return now(`  waiting, ${countdown(activity.leftMs)} left`);
      if (verbose) for (const one of transcript?.add(activity) ?? []) show(one);
      if (activity.type === 'check-activity') return now(checkLine(activity));
      doing = doingOf(activity) ?? doing;
      if (activity.ms >= shownAt && activity.ms - shownAt < LIVE_MS) return;
      shownAt = activity.ms;
      now(activityLine(activity, doing));
    },
  };
}

function header(state: LoopState, paint: Paint): string {
  const { limits } = state.settings;
  return [
    paint.bold(`jumar ${state.id}`),
    `  task    ${state.task.split('\n')[0]}`,
    ...state.criteria.map(
      (criterion, index) =>
        `  ${index === 0 ? 'until ' : '      '}  ${criterion.text}${meaningNote(criterion)}${foundNote(state, index)}`,
    ),
    ...[goalText(state)].flatMap((goal) => (goal === null ? [] : [`  goal    ${goal}`])),
    `  type    ${typeText(state)}`,
    `  agent   ${agentWords(state)}`,
    ...verificationRows(state),
    `  limits  ${plural(limits.maxIterations, 'iteration')}, ${limits.timeoutMinutes} min${budgetWords(limits)}`,
  ].join('\n');
}

/** The loop type where a person chose one, else what the words of the task say. */
function typeText({ taskType, task, criteria }: LoopState): string {
  const detected = detectTaskType(task, criteria);
  return detected.type === taskType ? `${taskType}  (${detected.why})` : taskType;
}

function meaningNote(criterion: Criterion): string {
  const meaning = understoodAs(criterion);
  return meaning === null ? '' : `  (${meaning})`;
}

function foundNote({ criteriaFrom }: LoopState, index: number): string {
  if (criteriaFrom === 'named' || index > 0) return '';
  const source = criteriaFrom === 'found' ? 'found in the project' : 'from the settings';
  return `  (${source}; --until names your own)`;
}

function agentWords(state: LoopState): string {
  const { agent, agents, settings } = state;
  const { cleanRoom, model } = settings.agent;
  const sandbox = sandboxInUse(state) ?? 'none';
  const names = agent.command ?? agents.map(({ name }) => name).join(', then ');
  const how = [model, sandbox !== 'none' && `sandbox ${sandbox}`, cleanRoom && 'clean room'].filter(Boolean);
  return how.length > 0 ? `${names}  (${how.join(', ')})` : names;
}

function budgetWords({ maxCostUsd, maxTokens, maxAgentMinutes }: LoopState['settings']['limits']): string {
  const parts = [
    ...(maxCostUsd === undefined ? [] : [`$${maxCostUsd}`]),
    ...(maxTokens === undefined ? [] : [`${maxTokens} tokens`]),
    ...(maxAgentMinutes === undefined ? [] : [`${maxAgentMinutes} agent min`]),
  ];
  return parts.map((part) => `, ${part}`).join('');
}

/** Says where changes were saved that a person may have made. */
function savedLines(
  { adopted, unknown, name, tree }: EventOf<'workspace-saved'>,
  { id, carried }: LoopState,
): string[] {
  if (carried?.tree === tree) return [`  the next run continues its unfinished work (saved as ${name})`];
  if (adopted) return ['  your edits since the last session become an iteration'];
  if (!unknown) return [];
  return [
    `  the working tree had changes from an interrupted run (and any later edits of yours): saved as ${name}`,
    `    show: jumar diff ${id} ${name}    restore: jumar apply ${id} ${name}`,
  ];
}

function resumedLine(state: LoopState): string {
  const byHand = state.iterations.filter((iteration) => iteration.byHand).length;
  return `resuming ${state.id} after ${iterationsText(launches(state), byHand)}`;
}
