import type { TestStatus } from '../core/metrics/tests.ts';
import { contextOf } from '../core/progress/context.ts';
import { summaryByRules } from '../core/progress/summary-by-rules.ts';
import { readAnswer, reflectionQuestion } from '../core/reflection/ask.ts';
import { distill, failureLines } from '../core/reflection/distill.ts';
import { evidenceOf, type MovedTests, type ReflectionEvidence } from '../core/reflection/evidence.ts';
import { reflectByRules } from '../core/reflection/reflect.ts';
import { languagesOfProject } from '../core/reflection/task-languages.ts';
import type { LoopEvent } from '../core/state/events.ts';
import type { Spent } from '../core/state/spent.ts';
import type { LoopState } from '../core/state/state.ts';
import type { Step } from '../core/state/step.ts';
import { oneLine } from '../core/text/one-line.ts';
import type { Ports } from '../ports/index.ts';
import type { Model } from '../ports/model.ts';
import { isTimeout, within } from '../ports/within.ts';
import { agentModel } from './agent-as-model.ts';

type Names = ReadonlyMap<string, TestStatus> | null;

/** What a failed iteration teaches. A model that fails, or is too slow, leaves it to the rules, and the event says so. */
export async function* reflect(
  iteration: number,
  state: LoopState,
  tests: { before: Names; after: Names },
  ports: Ports,
  signal: AbortSignal,
): AsyncIterable<LoopEvent> {
  const began = ports.now();
  const evidence = evidenceOf(state, iteration, movedBetween(tests.before, tests.after));
  const reflection = reflectByRules(evidence);
  const text = summaryByRules(contextOf(state, evidence.current));
  const byRules = { reflection, summary: { text, source: 'rules' as const } };
  const fromModel = await askModel(evidence, byRules.reflection, state, iteration, ports, signal);
  signal.throwIfAborted();
  yield {
    type: 'iteration-reflected',
    iteration,
    ...byRules,
    ...fromModel.answer,
    problem: fromModel.problem,
    spent: fromModel.spent,
    durationMs: ports.now() - began,
  };
}

/** What earlier loops taught about similar tasks and failures. */
export async function* recallLessons(state: LoopState, ports: Ports): AsyncIterable<LoopEvent> {
  const languages = languagesOfProject(Object.keys(state.toolchain?.install ?? {}));
  const concern = { task: state.task, failures: failureLines(state.iterations[0]), languages };
  try {
    yield { type: 'lessons-recalled', lessons: (await ports.memory?.recall(concern)) ?? [], problem: null };
  } catch (error) {
    yield { type: 'lessons-recalled', lessons: [], problem: messageOf(error) };
  }
}

/** Kept before the end is recorded: a loop that was killed in between keeps it again, which changes nothing. */
export async function* keepLesson(
  step: Extract<Step, { type: 'end' }>,
  state: LoopState,
  ports: Ports,
): AsyncIterable<LoopEvent> {
  if (!ports.memory || state.settings.memory.lessons === 'off') return;
  const lesson = distill(state, step.ending, step.reason, ports.now(), await patchOf(step, state, ports));
  if (lesson === null) return;
  try {
    await ports.memory.keep(lesson);
    yield { type: 'lesson-kept', lesson, problem: null };
  } catch (error) {
    yield { type: 'lesson-kept', lesson, problem: messageOf(error) };
  }
}

/** The patch from the baseline to what was kept; empty if unavailable: the lesson then lacks it. */
async function patchOf({ best }: Extract<Step, { type: 'end' }>, state: LoopState, ports: Ports): Promise<string> {
  const [from, to] = [0, best ?? 0].map((n) => state.iterations[n]?.snapshot?.commit);
  if (!from || !to || from === to) return '';
  const patch = await ports.workspace.patch?.(from, to).catch(() => null);
  return patch?.toString('utf8', 0, MAX_PATCH) ?? '';
}

const MAX_PATCH = 1024 * 1024;

async function askModel(
  evidence: ReflectionEvidence,
  byRules: ReturnType<typeof reflectByRules>,
  state: LoopState,
  iteration: number,
  ports: Ports,
  signal: AbortSignal,
): Promise<{ answer: Partial<ReturnType<typeof readAnswer>>; problem: string | null; spent: Spent | null }> {
  const timeoutMs = state.settings.model.timeoutSeconds * 1000;
  const model = modelOf(state, iteration, timeoutMs, ports);
  if (model === null) return { answer: {}, problem: null, spent: null };
  let spent: Spent | null = null;
  const question = reflectionQuestion(evidence, byRules);
  try {
    const answer = await within(timeoutMs, signal, (limited) => model.complete(question, limited));
    spent = answer.spent;
    if (answer.text === null) throw new Error(answer.problem);
    return { answer: readAnswer(answer.text, byRules), problem: null, spent };
  } catch (error) {
    const why = isTimeout(error) ? `no answer within ${timeoutMs / 1000} s` : messageOf(error);
    return { answer: {}, problem: `${model.name}: ${oneLine(why, 300)}`, spent };
  }
}

function modelOf(state: LoopState, iteration: number, timeoutMs: number, ports: Ports): Model | null {
  const { provider } = state.settings.model;
  if (provider === 'agent') return agentModel(state, iteration, timeoutMs, ports);
  return provider === 'none' ? null : (ports.model ?? null);
}

function movedBetween(before: Names, after: Names): MovedTests | null {
  if (!after) return null;
  const failing = [...after].filter(([, status]) => status === 'failed').map(([id]) => id);
  return {
    failing,
    broken: failing.filter((id) => before?.get(id) === 'passed'),
    fixed: [...after].filter(([id, status]) => status === 'passed' && before?.get(id) === 'failed').map(([id]) => id),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
