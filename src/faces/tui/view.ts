import { isAgentAtWork } from '../../app/agent-at-work.ts';
import { type TrajectoryPoint, trajectoryOf } from '../../core/analytics/trajectory.ts';
import { commandOf } from '../../core/criteria/criterion.ts';
import type { Verdict } from '../../core/criteria/verdict.ts';
import { lossesIn } from '../../core/findings/losses.ts';
import { raisedIn } from '../../core/findings/raised.ts';
import { deadlineOf, isAsking } from '../../core/gates/gate.ts';
import type { Severity } from '../../core/metrics/severity.ts';
import { currentIteration, type IterationState, type LoopState, launches } from '../../core/state/state.ts';
import type { Activity } from '../../ports/activity.ts';
import { triedLines } from '../reports/end-rows.ts';
import { unicodeGlyphs } from '../reports/glyphs.ts';
import { type Headline, headlineOf } from '../reports/headline.ts';
import type { TranscriptLine } from '../reports/transcript.ts';
import { type Measure, measuresOf } from './measures.ts';
import { phaseOf } from './phase.ts';

/** Null if unknown, or if there is no such limit. */
export interface Spent {
  costUsd: number | null;
  estimated: boolean;
  tokens: number | null;
  agentMs: number;
  maxCostUsd: number | null;
  maxTokens: number | null;
  maxAgentMinutes: number | null;
}

/** The data that the terminal shows, before layout. */
export interface View {
  id: string;
  task: string;
  status: LoopState['status'];
  phase: string;
  /** Since the last recorded event. */
  phaseMs: number;
  /** The current iteration, or the last one. */
  iteration: number;
  used: number;
  maxIterations: number;
  activeMs: number;
  timeoutMinutes: number;
  agent: { name: string; doing: string | null } | null;
  /** The command of the check that runs now. */
  check: string | null;
  checks: { name: string; outcome: Verdict['outcome']; reason: string }[];
  /** `#3 rolled back`: the checked iteration was not kept; else null. */
  rejected: string | null;
  measures: Measure[];
  points: TrajectoryPoint[];
  /** A line per iteration: what it changed, and what came of it. */
  tried: readonly string[];
  alerts: { severity: Severity; iteration: number; text: string; settled: boolean }[];
  spent: Spent;
  gate: { question: string; iteration: number; leftMs: number } | null;
  waitLeftMs: number | null;
  /** What agent and checks did and printed; the newest line is the last. */
  feed: readonly TranscriptLine[];
  /** The failing tests from the baseline to what is kept, then the quality; null before anything is known. */
  headline: Headline | null;
}

/** Data that is not in the log: the time and the agent's activity. */
export interface Now {
  at: number;
  activity: Extract<Activity, { type: 'agent-activity' }> | null;
  doing: string | null;
  /** The check that runs now. */
  check?: string | null;
  feed?: readonly TranscriptLine[];
}

type Folded = Omit<View, 'phaseMs' | 'activeMs' | 'agent' | 'spent' | 'gate' | 'waitLeftMs' | 'feed' | 'check'>;

/** The part that only changes with a new event: cached between clock ticks. */
export function foldedView(state: LoopState): Folded {
  const { limits } = state.settings;
  return {
    id: state.id,
    task: state.task.split('\n')[0] ?? '',
    status: state.status,
    phase: phaseOf(state),
    iteration: currentIteration(state)?.n ?? 0,
    used: launches(state),
    maxIterations: limits.maxIterations,
    timeoutMinutes: limits.timeoutMinutes,
    checks: checksOf(state),
    rejected: rejectedOf(state),
    measures: measuresOf(state, lastChecked(state)),
    points: trajectoryOf(state),
    alerts: alertsOf(state),
    tried: triedLines(state, unicodeGlyphs),
    headline: headlineOf(state),
  };
}

export function viewOf(state: LoopState, now: Now, folded = foldedView(state)): View {
  const since = Math.max(0, now.at - state.lastAt);
  const counts = (state.status === 'running' || state.status === 'completing') && !state.waiting && !isAsking(state);
  const current = currentIteration(state);
  const atWork = isAgentAtWork(state);
  return {
    ...folded,
    phaseMs: since,
    activeMs: state.activeMs + (counts ? since : 0),
    agent: atWork ? { name: current?.by ?? state.agent.name, doing: now.doing } : null,
    spent: spentOf(state, atWork ? { activity: now.activity, ms: since } : null),
    gate: gateOf(state, now.at),
    waitLeftMs: state.waiting ? Math.max(0, state.waiting.until - now.at) : null,
    feed: now.feed ?? [],
    check: atWork ? null : (now.check ?? null),
  };
}

function gateOf({ gate, ended }: LoopState, at: number): View['gate'] {
  if (!gate || ended) return null;
  return { question: gate.question, iteration: gate.iteration, leftMs: Math.max(0, deadlineOf(gate) - at) };
}

/** The verdicts of the last checked iteration. */
function checksOf(state: LoopState): View['checks'] {
  const checked = lastChecked(state);
  const pendingNote = checked?.decision === null ? `in #${checked.n}, not judged yet` : '';
  return state.criteria.map((criterion) => {
    const verdict = checked?.verdicts?.find((one) => one.criterion === criterion.id);
    const name = commandOf(criterion) ?? criterion.text;
    return verdict
      ? { name, outcome: verdict.outcome, reason: verdict.outcome === 'pass' ? pendingNote : verdict.reason }
      : { name, outcome: 'unmeasured', reason: 'not checked yet' };
  });
}

function rejectedOf(state: LoopState): string | null {
  const { n, decision } = lastChecked(state) ?? {};
  if (decision?.action === 'rollback') return `#${n} rolled back`;
  return decision?.action === 'escalate' ? `#${n} held back` : null;
}

function lastChecked({ iterations }: LoopState): IterationState | undefined {
  return iterations.findLast(({ verdicts }) => verdicts !== null);
}

/** The latest first. */
function alertsOf(state: LoopState): View['alerts'] {
  return lossesIn(raisedIn(state))
    .map(({ main }) => main)
    .map(({ severity, iterations, text, place, marked, approved, caught }) => ({
      severity,
      iteration: iterations.at(-1) ?? 0,
      text: place ? `${text} (${place.path}:${place.line})` : text,
      settled: marked !== null || approved || caught,
    }))
    .sort((a, b) => b.iteration - a.iteration);
}

/** What the recorded runs and the current one spent. */
function spentOf({ spent, settings }: LoopState, live: { activity: Now['activity']; ms: number } | null): Spent {
  const sum = (isKnown: boolean, recorded: number, now: number | null) =>
    isKnown || now !== null ? (isKnown ? recorded : 0) + (now ?? 0) : null;
  const { maxCostUsd, maxTokens, maxAgentMinutes } = settings.limits;
  return {
    costUsd: sum(spent.unknownCost < spent.runs, spent.costUsd, live?.activity?.costUsd ?? null),
    estimated: spent.estimated || (live?.activity?.costEstimated ?? false),
    tokens: sum(spent.unknownTokens < spent.runs, spent.tokens, live?.activity?.tokens ?? null),
    agentMs: spent.agentMs + (live?.ms ?? 0),
    maxCostUsd: maxCostUsd ?? null,
    maxTokens: maxTokens ?? null,
    maxAgentMinutes: maxAgentMinutes ?? null,
  };
}

export const isWatching = ({ status }: View): boolean => status === 'running' || status === 'completing';

/** Whether a question is open that can be answered now. */
export const isAnswerable = (view: View): boolean => view.gate !== null && isWatching(view);
