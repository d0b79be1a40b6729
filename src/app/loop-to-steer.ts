import { openQuestion } from '../core/gates/open-question.ts';
import type { Status } from '../core/state/outcome.ts';
import type { LoopState } from '../core/state/state.ts';
import { stateHome } from '../store/home.ts';
import { UsageError } from '../system/usage-error.ts';
import type { AppContext } from './context.ts';
import { listLoops } from './list-loops.ts';
import { type LoopReading, readLoop } from './loop-reading.ts';
import { projectHere } from './project-here.ts';
import type { SummarisedLoop } from './summaries.ts';

const RUNNING: readonly Status[] = ['running', 'completing'];
/** Not over, and nobody works on it. */
const OPEN: readonly Status[] = ['blocked', 'paused', 'crashed'];
const OVER: readonly Status[] = ['completed', 'aborted'];

/**
 * What a command without an id is about. `running`: the loop that runs, else the latest. `open`: the one that runs, else the
 * latest that is not over. `resumable`: the latest if it can be resumed, else the latest that is not over. `question`: the one that
 * runs and asks, else the latest that waits for a person.
 */
export type Steered = 'running' | 'open' | 'resumable' | 'question';

/** The loop that a command steers. One of this folder comes before those of its worktrees; of several that run, the person names one. */
export async function readLoopToSteer(
  context: AppContext,
  id: string | undefined,
  steered: Steered,
): Promise<LoopReading> {
  if (id !== undefined) return readLoop(context, id);
  const loops = await listLoops(context);
  if (steered === 'resumable') {
    const found = OVER.includes(loops[0]?.status as Status) ? latest(loops, OPEN) : null;
    return readLoop(context, found?.id);
  }
  const here = await projectHere(context, await stateHome(context.env));
  const running = oneOf(loops, RUNNING, here.folder);
  if (steered !== 'question') {
    const found = running ?? (steered === 'open' ? latest(loops, OPEN) : null);
    return readLoop(context, found?.id);
  }
  const reading = running && (await readLoop(context, running.id));
  const waiting = latest(loops, ['blocked']);
  return reading && (reading.state.gate || !waiting) ? reading : readLoop(context, waiting?.id);
}

/**
 * The loop whose question a person answers. Without an id it is the latest, and only if no other waits: an answer is about what the person
 * has seen.
 */
export async function readLoopToAnswer(
  context: AppContext,
  id: string | undefined,
  answer: string,
): Promise<LoopReading> {
  if (id !== undefined) return readLoop(context, id);
  const loops = await listLoops(context);
  const last = await readLoop(context, loops[0]?.id);
  const waiting: LoopReading[] = openQuestion(last.state) ? [last] : [];
  for (const { id: other, status } of loops.slice(1)) {
    if (status !== 'blocked' && !RUNNING.includes(status as Status)) continue;
    const reading = await readLoop(context, other);
    if (status === 'blocked' || reading.state.gate) waiting.push(reading);
  }
  if (waiting.length === 0 || (waiting.length === 1 && waiting[0] === last)) return last;
  const rows = waiting.map(({ state }) => `jumar gate ${answer} ${state.id}   # ${questionOf(state)}`);
  throw new UsageError(
    waiting.length > 1
      ? `${waiting.length} loops wait for an answer: name one`
      : `the latest loop, ${last.state.id}, has no open question, but another waits: name it`,
    rows.join('\n    '),
  );
}

function questionOf(state: LoopState): string {
  return (openQuestion(state)?.question ?? state.task).split('\n')[0] ?? '';
}

function latest(loops: readonly SummarisedLoop[], statuses: readonly Status[]): SummarisedLoop | null {
  return loops.find(({ status }) => statuses.includes(status as Status)) ?? null;
}

function oneOf(loops: readonly SummarisedLoop[], statuses: readonly Status[], folder: string): SummarisedLoop | null {
  const found = loops.filter(({ status }) => statuses.includes(status as Status));
  const own = found.filter(({ project }) => project.folder === folder);
  const candidates = own.length > 0 ? own : found;
  if (candidates.length <= 1) return candidates[0] ?? null;
  throw new UsageError(
    `${candidates.length} loops run here`,
    `name one: ${candidates.map((loop) => loop.id).join(', ')}`,
  );
}
