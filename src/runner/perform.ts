import { createHash } from 'node:crypto';
import { agentOutputName } from '../core/agent-run.ts';
import { acceptedBaseline } from '../core/baseline.ts';
import { metricVerdict } from '../core/criteria/metric-verdict.ts';
import type { EventOf, LoopEvent } from '../core/events.ts';
import { deadlineOf, questionOf } from '../core/gate.ts';
import { newsOf } from '../core/news.ts';
import type { Step } from '../core/next-step.ts';
import { plainText } from '../core/plain-text.ts';
import { defaultTemplate, promptContext } from '../core/prompt.ts';
import { adapt } from '../core/recovery/adapt.ts';
import { diagnose } from '../core/recovery/diagnose.ts';
import { allowance } from '../core/spending.ts';
import type { Gate, IterationState, LoopState } from '../core/state.ts';
import type { Verdict } from '../core/verdict.ts';
import { setupProblem } from '../core/verification/setup.ts';
import { renderPrompt } from '../prompt/render.ts';
import { Skipped } from './control-watch.ts';
import { judgeWithHook } from './hooks.ts';
import { keepLesson, recallLessons, reflect } from './learn.ts';
import { executedIn, keepTests, movementOf, readTests } from './movement.ts';
import type { Ports } from './ports.ts';
import { noteBranches, takeSnapshot } from './snapshot.ts';
import { performVerification } from './verification.ts';

type StepOf<T extends Step['type']> = Extract<Step, { type: T }>;

const MAX_BLOCKED_CHARS = 2000;
/** In a folder of its own: the only one of the loop's that a sandboxed agent can reach. */
const BLOCKED_FILE = 'reply/blocked.txt';
const MAX_FINDINGS = 50;

/**
 * Carries one step out and yields its facts, in order. Where it yields a `…-started` event, the driver records it before
 * the work begins. Rejects when the signal fires: nothing of the step is then recorded beyond its start.
 */
export function perform(
  step: Step,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
): AsyncIterable<LoopEvent> | Iterable<LoopEvent> {
  switch (step.type) {
    case 'save-workspace':
      return saveWorkspace(step, state, ports);
    case 'restore':
      return restore(step, ports);
    case 'wait':
      return wait(step, ports, signal);
    case 'run-agent':
      return runAgent(step, state, ports, signal);
    case 'take-snapshot':
      return takeSnapshot(step, state, ports);
    case 'verify':
      return verify(step.iteration, state, ports, signal);
    case 'guard':
      return guard(step, state, ports, signal);
    case 'recall':
      return recallLessons(state, ports);
    case 'reflect':
      return reflectOn(step.iteration, state, ports, signal);
    case 'judge':
      return judgeWithHook(step.iteration, state, ports, signal);
    case 'reinforce': {
      const { iteration, to, reason } = step;
      return [{ type: 'reinforcement-changed', iteration, from: state.reinforcement, to, reason }];
    }
    case 'diagnose':
      return [diagnose(state, step.iteration)];
    case 'adapt':
      return [adapt(state, step.iteration)];
    case 'open-gate':
      return [questionOf(state, state.iterations[step.iteration] as IterationState)];
    case 'notify':
      return notify(step, state, ports, signal);
    case 'ask':
      return ask(step.gate, state, ports, signal);
    case 'end':
      return end(step, state, ports);
    default:
      return performVerification(step, state, ports, signal);
  }
}

/** People who cannot be told do not hold the loop up; that they were not is recorded. */
async function* notify(step: StepOf<'notify'>, state: LoopState, ports: Ports, signal: AbortSignal) {
  const { about, ending, reason } = step;
  const news = newsOf(state, about, ending, reason);
  for (const { channel, problem } of await ports.notifier.notify(news, state.settings.notify, signal)) {
    yield { type: 'notified', about, channel, problem } satisfies LoopEvent;
  }
}

/** A gate whose time was over before this session looked at it has been answered by time: the change is refused. */
async function* ask(gate: Gate, state: LoopState, ports: Ports, signal: AbortSignal) {
  const { iteration, blockers } = gate;
  const left = deadlineOf(gate) - ports.now();
  if (left <= 0) {
    const reason = `nobody answered within ${gate.timeoutMinutes} minutes`;
    yield { type: 'gate-answered', answer: 'reject', iteration, blockers, reason, by: 'timeout' } satisfies LoopEvent;
    return;
  }
  const answer = await ports.gatekeeper.ask({ gate, timeoutMs: left, wait: state.settings.gate.wait }, signal);
  if (answer === 'nobody') {
    yield { type: 'gate-unattended', iteration } satisfies LoopEvent;
  } else if (answer === 'timeout') {
    const reason = `nobody answered within ${gate.timeoutMinutes} minutes`;
    yield { type: 'gate-answered', answer: 'block', iteration, blockers, reason, by: 'timeout' } satisfies LoopEvent;
  } else if (answer.answer === 'abort') {
    const why = answer.reason ? { reason: answer.reason } : {};
    yield { type: 'abort-requested', revert: false, ...why } satisfies LoopEvent;
  } else {
    yield { type: 'gate-answered', iteration, blockers, ...answer, answer: answer.answer } satisfies LoopEvent;
  }
}

async function* saveWorkspace(step: StepOf<'save-workspace'>, state: LoopState, ports: Ports) {
  const name = step.adoptAs === null ? `saved-${state.lastSeq}` : String(step.adoptAs);
  const { notes, ...fact } = await ports.workspace.snapshot(`${state.id}/${name}`, state.start?.commit ?? null);
  const adopted = step.adoptAs !== null && fact.tree !== step.expected;
  const unknown = !state.iterations.some((iteration) => iteration.snapshot?.tree === fact.tree);
  yield { type: 'workspace-saved', ...fact, name, adopted, unknown } satisfies LoopEvent;
}

async function* restore(step: StepOf<'restore'>, ports: Ports) {
  const { tree, extraneous } = await ports.workspace.restore(step.to.commit);
  yield { type: 'workspace-restored', iteration: step.to.iteration, tree, extraneous } satisfies LoopEvent;
}

async function* wait({ agent, until, reason }: StepOf<'wait'>, ports: Ports, signal: AbortSignal) {
  yield { type: 'wait-started', agent, until, reason } satisfies LoopEvent;
  await ports.waitUntil(until, signal);
  yield { type: 'wait-ended' } satisfies LoopEvent;
}

async function* runAgent(step: StepOf<'run-agent'>, state: LoopState, ports: Ports, signal: AbortSignal) {
  const { iteration, agent } = step;
  const run = ports.runId();
  const text = await renderPrompt(state.template ?? defaultTemplate, promptContext(state, iteration));
  const prompt = await ports.files.write(iteration, 'prompt.md', text);
  const outputName = agentOutputName(state);
  const output = ports.files.path(iteration, outputName);
  await ports.files.remove(iteration, outputName);
  await ports.files.remove(iteration, BLOCKED_FILE);
  await noteBranches(iteration, ports);
  const sha256 = createHash('sha256').update(text).digest('hex');
  yield {
    type: 'agent-started',
    iteration,
    run,
    agent,
    prompt: { file: prompt.relative, sha256, chars: text.length },
  } satisfies LoopEvent;

  const allowed = allowance(state.spent, state.settings.limits);
  const remainingMs = Math.max(0, state.settings.limits.timeoutMinutes * 60_000 - state.activeMs);
  const result = await ports.agent.run(
    {
      agent,
      loop: state.id,
      iteration,
      run,
      promptFile: prompt.absolute,
      cwd: state.workspace.cwd,
      outputFile: output.absolute,
      blockedFile: ports.files.path(iteration, BLOCKED_FILE).absolute,
      remainingMs: Math.min(remainingMs, allowed.ms ?? remainingMs),
      allowance: allowed,
      settings: state.settings.agent,
    },
    signal,
  );
  if (result.outcome === 'cancelled' && !(signal.reason instanceof Skipped)) {
    const { durationMs, usage, costUsd, costEstimated } = result;
    yield { type: 'agent-cancelled', iteration, run, durationMs, usage, costUsd, costEstimated } satisfies LoopEvent;
    throw signal.reason ?? new Error('the agent was cancelled');
  }
  const said = plainText((await ports.files.read(iteration, BLOCKED_FILE)) ?? '');
  const blocked = said.trim().replace(/\s+/g, ' ').slice(0, MAX_BLOCKED_CHARS) || null;
  yield {
    type: 'agent-finished',
    iteration,
    run,
    ...result,
    // A person's word for it; otherwise the run's own end.
    ...(result.outcome === 'cancelled'
      ? { outcome: 'failed' as const, reason: String(signal.reason.message) }
      : { outcome: result.outcome }),
    outputFile: output.relative,
    blocked,
  } satisfies EventOf<'agent-finished'>;
}

async function* verify(iteration: number, state: LoopState, ports: Ports, signal: AbortSignal) {
  yield { type: 'checks-started', iteration } satisfies LoopEvent;
  const problem = setupProblem(state);
  if (problem) {
    yield { type: 'checks-finished', iteration, verdicts: unmeasuredFor(state, problem) } satisfies LoopEvent;
    return;
  }
  const { metrics, tests, verdicts, durationMs, kept } = await checkAndMeasure(iteration, state, ports, signal);
  const testsFile = tests && (await keepTests(iteration, tests, ports));
  const movement = await movementOf(iteration, metrics, tests, state, ports);
  yield { type: 'metrics-taken', iteration, metrics, ...movement, testsFile, durationMs } satisfies LoopEvent;
  const baseline = iteration === 0 ? metrics : acceptedBaseline(state);
  const all = state.criteria.map((criterion) =>
    criterion.kind === 'metric'
      ? metricVerdict(criterion, metrics, baseline)
      : verdicts.find((verdict) => verdict.criterion === criterion.id),
  );
  yield {
    type: 'checks-finished',
    iteration,
    verdicts: all.filter((verdict) => verdict !== undefined),
    ...(kept && { kept }),
  } satisfies LoopEvent;
}

/** A workspace that could not be set up measures nothing. */
function unmeasuredFor(state: LoopState, reason: string): Verdict[] {
  const rest = { exitCode: null, durationMs: 0, tests: null, excerpt: '', outputFile: null };
  return state.criteria
    .filter(({ kind }) => kind !== 'hidden')
    .map(({ id }) => ({ criterion: id, outcome: 'unmeasured', unmeasured: 'not-started', reason, ...rest }));
}

/** A guard that cannot judge does not hold the loop up: the checks and the lost tests still speak. */
async function* guard(step: StepOf<'guard'>, state: LoopState, ports: Ports, signal: AbortSignal) {
  const { iteration, baseline } = step;
  const began = ports.now();
  const before = state.iterations[baseline];
  const after = state.iterations[iteration];
  if (!before?.snapshot || !after?.snapshot) throw new Error(`iteration ${iteration} has no snapshot to guard`);
  try {
    const names = [await readTests(before, ports), await readTests(after, ports)];
    const [ran, runs] = names.map((tests) => tests && executedIn(tests));
    const { findings } = await ports.guardian.inspect(
      {
        before: before.snapshot.commit,
        after: after.snapshot.commit,
        task: state.task,
        executed: ran && runs ? { before: ran, after: runs } : null,
      },
      signal,
    );
    const file = await ports.files.write(iteration, 'guard.json', JSON.stringify(findings, null, 2));
    yield {
      type: 'diff-guarded',
      iteration,
      findings: findings.slice(0, MAX_FINDINGS),
      count: findings.length,
      file: file.relative,
      problem: null,
      durationMs: ports.now() - began,
    } satisfies LoopEvent;
  } catch (error) {
    signal.throwIfAborted();
    const problem = error instanceof Error ? error.message : String(error);
    const nothing = { findings: [], count: 0, file: null };
    yield { type: 'diff-guarded', iteration, ...nothing, problem, durationMs: ports.now() - began } satisfies LoopEvent;
  }
}

async function* reflectOn(iteration: number, state: LoopState, ports: Ports, signal: AbortSignal) {
  const after = state.iterations[iteration];
  const before = state.iterations[after?.parent ?? -1];
  const tests = {
    before: before ? await readTests(before, ports) : null,
    after: after ? await readTests(after, ports) : null,
  };
  yield* reflect(iteration, state, tests, ports, signal);
}

async function* end(step: StepOf<'end'>, state: LoopState, ports: Ports) {
  yield* keepLesson(step, state, ports);
  yield { type: 'loop-ended', ending: step.ending, reason: step.reason, best: step.best } satisfies LoopEvent;
}

/** One run of the user's commands serves both; what needs no tests is measured beside them. */
async function checkAndMeasure(iteration: number, state: LoopState, ports: Ports, signal: AbortSignal) {
  const { root, cwd } = state.workspace;
  const run = ports.runId();
  const remembered = await rememberedOf(iteration, state, ports);
  const place = { root, cwd, run, settings: state.settings, criteria: state.criteria, remembered };
  const checking = ports.checker.verify(
    {
      ...place,
      measured: true,
      outputPath: (criterion) => ports.files.path(iteration, `check-${criterion}.log`),
      probeFolder: (criterion) => ports.files.path(iteration, `probe-${criterion}`).absolute,
    },
    signal,
  );
  const measuring = ports.meter.measure(
    {
      ...place,
      commit: state.iterations[iteration]?.snapshot?.commit ?? '',
      ...(state.toolchain && { toolchain: state.toolchain }),
      outputPath: (name) => ports.files.path(iteration, `measure-${name}.log`),
    },
    checking,
    signal,
  );
  const checked = checking.then((result) => ({ ...result, at: ports.now() }));
  const [{ verdicts, tests, at }, metrics] = await Promise.all([checked, measuring]);
  const kept = await remembered?.settle();
  return { verdicts, tests, metrics, kept, durationMs: Math.max(0, ports.now() - at) };
}

/** Only results that the loop's own log names are believed: an agent could write others. */
async function rememberedOf(iteration: number, state: LoopState, ports: Ports) {
  const snapshot = state.iterations[iteration]?.snapshot;
  if (!state.settings.verify.cache || !snapshot || !ports.remember) return null;
  const trusted = new Set(state.iterations.flatMap(({ kept }) => kept ?? []));
  return ports.remember({ commit: snapshot.commit, tree: snapshot.tree, trusted });
}
