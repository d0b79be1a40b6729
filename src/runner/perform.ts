import { createHash } from 'node:crypto';
import { metricAlerts } from '../core/alerts.ts';
import { acceptedBaseline, baselineFor } from '../core/baseline.ts';
import { metricVerdict } from '../core/criteria/metric-verdict.ts';
import type { EventOf, LoopEvent } from '../core/events.ts';
import { deadlineOf, questionOf } from '../core/gate.ts';
import { judge } from '../core/judge.ts';
import { lostTests, type NamedTests } from '../core/lost-tests.ts';
import type { Metrics } from '../core/metrics.ts';
import { newsOf } from '../core/news.ts';
import type { Step } from '../core/next-step.ts';
import { plainText } from '../core/plain-text.ts';
import { defaultTemplate, promptContext } from '../core/prompt.ts';
import { adapt } from '../core/recovery/adapt.ts';
import { diagnose } from '../core/recovery/diagnose.ts';
import type { Gate, IterationState, LoopState } from '../core/state.ts';
import type { TestRun, TestStatus } from '../core/tests.ts';
import { renderPrompt } from '../prompt/render.ts';
import type { Ports } from './ports.ts';
import { keepLesson, recallLessons, reflect } from './remember.ts';

type StepOf<T extends Step['type']> = Extract<Step, { type: T }>;

const NO_CHANGES = { files: 0, insertions: 0, deletions: 0, paths: [] };
const MAX_BLOCKED_CHARS = 2000;
const TESTS_FILE = 'tests.json';
const MAX_LOST = 100;
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
    case 'run-agent':
      return runAgent(step.iteration, state, ports, signal);
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
      return [judge(state, step.iteration)];
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
    yield { type: 'abort-requested', revert: false } satisfies LoopEvent;
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

async function* runAgent(iteration: number, state: LoopState, ports: Ports, signal: AbortSignal) {
  const run = ports.runId();
  const text = await renderPrompt(state.template ?? defaultTemplate, promptContext(state, iteration));
  const prompt = await ports.files.write(iteration, 'prompt.md', text);
  const output = ports.files.path(iteration, 'agent.log');
  await ports.files.remove(iteration, 'agent.log');
  await ports.files.remove(iteration, 'blocked.txt');
  const sha256 = createHash('sha256').update(text).digest('hex');
  yield {
    type: 'agent-started',
    iteration,
    run,
    prompt: { file: prompt.relative, sha256, chars: text.length },
  } satisfies LoopEvent;

  const result = await ports.agent.run(
    {
      loop: state.id,
      iteration,
      run,
      promptFile: prompt.absolute,
      cwd: state.workspace.cwd,
      outputFile: output.absolute,
      blockedFile: ports.files.path(iteration, 'blocked.txt').absolute,
      remainingMs: Math.max(0, state.settings.limits.timeoutMinutes * 60_000 - state.activeMs),
      settings: state.settings.agent,
    },
    signal,
  );
  if (result.outcome === 'cancelled') throw signal.reason ?? new Error('the agent was cancelled');
  const said = plainText((await ports.files.read(iteration, 'blocked.txt')) ?? '');
  const blocked = said.trim().replace(/\s+/g, ' ').slice(0, MAX_BLOCKED_CHARS) || null;
  yield {
    type: 'agent-finished',
    iteration,
    run,
    ...result,
    outcome: result.outcome,
    outputFile: output.relative,
    blocked,
  } satisfies EventOf<'agent-finished'>;
}

async function* takeSnapshot(step: StepOf<'take-snapshot'>, state: LoopState, ports: Ports) {
  const snapshot = await ports.workspace.snapshot(`${state.id}/${step.iteration}`, step.parent);
  const changes = step.parent ? await ports.workspace.changes(step.parent, snapshot.commit) : NO_CHANGES;
  yield { type: 'snapshot-taken', iteration: step.iteration, ...snapshot, changes } satisfies LoopEvent;
}

async function* verify(iteration: number, state: LoopState, ports: Ports, signal: AbortSignal) {
  yield { type: 'checks-started', iteration } satisfies LoopEvent;
  const { metrics, tests, verdicts, durationMs } = await checkAndMeasure(iteration, state, ports, signal);
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
  } satisfies LoopEvent;
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
  const place = { root, cwd, run, settings: state.settings };
  const checking = ports.checker.verify(
    {
      ...place,
      criteria: state.criteria,
      outputPath: (criterion) => ports.files.path(iteration, `check-${criterion}.log`),
      probeFolder: (criterion) => ports.files.path(iteration, `probe-${criterion}`).absolute,
    },
    signal,
  );
  const measuring = ports.meter.measure(
    {
      ...place,
      commit: state.iterations[iteration]?.snapshot?.commit ?? '',
      outputPath: (name) => ports.files.path(iteration, `measure-${name}.log`),
    },
    checking.then(({ tests }) => tests),
    signal,
  );
  const checked = checking.then((result) => ({ ...result, at: ports.now() }));
  const [{ verdicts, tests, at }, metrics] = await Promise.all([checked, measuring]);
  return { verdicts, tests, metrics, durationMs: Math.max(0, ports.now() - at) };
}

/** Names and statuses by themselves: what later iterations are compared with. */
async function keepTests(iteration: number, { tests }: TestRun, ports: Ports): Promise<string | null> {
  if (!tests) return null;
  const statuses = Object.fromEntries(tests.map(({ id, status }) => [id, status]));
  return (await ports.files.write(iteration, TESTS_FILE, JSON.stringify(statuses))).relative;
}

/** Alerts compare with the tree the iteration started from; losses with the baseline. */
async function movementOf(
  iteration: number,
  current: Metrics,
  run: TestRun | null,
  state: LoopState,
  ports: Ports,
): Promise<Pick<EventOf<'metrics-taken'>, 'alerts' | 'lost'>> {
  const { parent: n, byHand } = state.iterations[iteration] ?? { parent: null, byHand: false };
  const parent = n === null || byHand ? undefined : state.iterations[n];
  if (!parent?.metrics) return { alerts: [], lost: null };
  const baseline = baselineFor(state, iteration) ?? parent;
  const after = run?.tests ? new Map(run.tests.map(({ id, status }) => [id, status])) : null;
  const before = after && (await readTests(parent, ports));
  const first = after && (baseline.n === parent.n ? before : await readTests(baseline, ports));
  return {
    alerts: metricAlerts({ previous: parent.metrics, current, ...(before && after && { named: { before, after } }) }),
    lost: after && first ? lostByName(first, after) : lostByCount(baseline.metrics, current),
  };
}

function lostByName(before: NamedTests, after: NamedTests): EventOf<'metrics-taken'>['lost'] {
  const { vanished } = lostTests({ before, after });
  return { tests: vanished.slice(0, MAX_LOST), count: vanished.length };
}

function lostByCount(before: Metrics | null, after: Metrics): EventOf<'metrics-taken'>['lost'] {
  if (!before?.tests || !after.tests) return null;
  return { tests: [], count: Math.max(0, before.tests.total - after.tests.total) };
}

/** A skipped test was not executed, whatever its report says about it. */
function executedIn(tests: ReadonlyMap<string, TestStatus>): string[] {
  return [...tests].filter(([, status]) => status === 'passed' || status === 'failed').map(([id]) => id);
}

async function readTests({ n, testsFile }: IterationState, ports: Ports): Promise<Map<string, TestStatus> | null> {
  const text = testsFile && (await ports.files.read(n, TESTS_FILE, Number.POSITIVE_INFINITY));
  return text ? new Map(Object.entries(JSON.parse(text) as Record<string, TestStatus>)) : null;
}
