import { questionOf } from '../core/gates/gate.ts';
import { adapt } from '../core/recovery/adapt.ts';
import { diagnose } from '../core/recovery/diagnose.ts';
import type { LoopEvent } from '../core/state/events.ts';
import { type IterationState, type LoopState, seenRef } from '../core/state/state.ts';
import type { Step, StepOf } from '../core/state/step.ts';
import type { Ports } from '../ports/index.ts';
import { ask, notify } from './ask.ts';
import { verify } from './check.ts';
import { judgeWithHook } from './hooks.ts';
import { keepLesson, recallLessons, reflect } from './learn.ts';
import { measureKept } from './measure-kept.ts';
import { executedIn, readTests } from './movement.ts';
import { reachOf } from './reach.ts';
import { restore } from './restore.ts';
import { runAgent } from './run-agent.ts';
import { saveWorkspace } from './save-workspace.ts';
import { takeSnapshot } from './snapshot.ts';
import { performVerification } from './verification.ts';

const MAX_FINDINGS = 50;
const MAX_SKIPPED = 50;

/**
 * Carries one step out and yields its facts, in order. If it yields a `…-started` event, the driver records it before
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
      return restore(step.to, state, ports);
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
      return end(step, state, ports, signal);
    default:
      return performVerification(step, state, ports, signal);
  }
}

async function* wait({ agent, until, reason }: StepOf<'wait'>, ports: Ports, signal: AbortSignal) {
  yield { type: 'wait-started', agent, until, reason } satisfies LoopEvent;
  await ports.waitUntil(until, signal);
  yield { type: 'wait-ended' } satisfies LoopEvent;
}

/** A guard that cannot judge leaves the iteration unmeasured: it is neither complete nor best. */
async function* guard(step: StepOf<'guard'>, state: LoopState, ports: Ports, signal: AbortSignal) {
  const { iteration, baseline } = step;
  const began = ports.now();
  const before = state.iterations[baseline];
  const after = state.iterations[iteration];
  if (!before?.snapshot || !after?.snapshot) throw new Error(`iteration ${iteration} has no snapshot to guard`);
  try {
    const names = [await readTests(before, ports), await readTests(after, ports)];
    const [ran, runs] = names.map((tests) => tests && executedIn(tests));
    const { findings, skipped } = await ports.guardian.inspect(
      {
        before: seenRef(state, baseline).commit,
        after: seenRef(state, iteration).commit,
        task: state.task,
        aims: openCriteria(state, before),
        executed: ran && runs ? { before: ran, after: runs } : null,
        reach: await reachOf(before, after, names[1], ports),
        timeoutMs: state.settings.guard.timeoutMinutes * 60_000,
      },
      signal,
    );
    const file = await ports.files.writeData(iteration, 'guard.json', findings);
    yield {
      type: 'diff-guarded',
      iteration,
      findings: findings.slice(0, MAX_FINDINGS),
      count: findings.length,
      file: file.relative,
      ...(skipped.length > 0 && { skipped: skipped.slice(0, MAX_SKIPPED), skippedCount: skipped.length }),
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

/** What did not hold before, in the person's words. */
function openCriteria({ criteria }: LoopState, { verdicts }: IterationState): string[] {
  const held = new Set(verdicts?.filter(({ outcome }) => outcome === 'pass').map(({ criterion }) => criterion));
  return criteria.filter(({ id }) => !held.has(id)).map(({ text }) => text);
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

async function* end(step: StepOf<'end'>, state: LoopState, ports: Ports, signal: AbortSignal) {
  yield* measureKept(step, state, ports, signal);
  yield* keepLesson(step, state, ports);
  const { ending, reason, best } = step;
  const edited = await editedMeanwhile(step, state, ports);
  yield { type: 'loop-ended', ending, reason, best, ...(edited && { edited }) } satisfies LoopEvent;
}

/** What a person edited since the kept tree was taken or restored; null if nothing, or if the workspace is left as it is. */
async function editedMeanwhile({ best }: StepOf<'end'>, state: LoopState, { workspace }: Ports) {
  const kept = state.iterations[best ?? -1]?.snapshot;
  if (!kept || state.workspaceTree !== kept.tree || !workspace.changesSince) return null;
  const { files, paths } = await workspace.changesSince(kept.commit);
  return files > 0 ? { paths, count: files } : null;
}
