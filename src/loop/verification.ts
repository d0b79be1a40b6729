import type { Verdict } from '../core/criteria/verdict.ts';
import type { TestStatus } from '../core/metrics/tests.ts';
import type { LoopEvent } from '../core/state/events.ts';
import type { LoopState } from '../core/state/state.ts';
import { seenRef } from '../core/state/state.ts';
import type { VerificationStep } from '../core/state/step.ts';
import { hiddenChecks } from '../core/state/verification-settings.ts';
import { compareRuns } from '../core/verification/flaky.ts';
import { setupProblem } from '../core/verification/setup.ts';
import type { Ports } from '../ports/index.ts';
import { rememberedOf } from './check.ts';
import { checkNewTests } from './check-new-tests.ts';
import { checkTaskTests } from './check-task-tests.ts';
import { flipExpectations } from './flip-expectations.ts';
import { checkHeldOut, putBackInWorkspace, revealTests } from './held-out.ts';
import { holdOut } from './hold-out.ts';
import { runHook } from './hooks.ts';
import { readTests } from './movement.ts';
import { checkPristine } from './pristine.ts';
import { requestFor, runCriteria } from './run-criteria.ts';
import { runSetup } from './setup.ts';
import { restoreLocalFiles, SAVED_INDEX } from './snapshot.ts';
import { testMutants } from './test-mutants.ts';

type StepOf<T extends VerificationStep['type']> = Extract<VerificationStep, { type: T }>;

/** Carries out one step of what keeps the judge out of the agent's reach, as `perform` does the others. */
export function performVerification(
  step: VerificationStep,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
): AsyncIterable<LoopEvent> {
  switch (step.type) {
    case 'setup':
      return runSetup(step, state, ports, signal);
    case 'repeat-checks':
      return repeatChecks(step, state, ports, signal);
    case 'check-hidden':
      return checkHidden(step.iteration, state, ports, signal);
    case 'check-pristine':
      return checkPristine(step, state, ports, signal);
    case 'flip-expectations':
      return flipExpectations(step, state, ports, signal);
    case 'check-new-tests':
      return checkNewTests(step, state, ports, signal);
    case 'check-task-tests':
      return checkTaskTests(step, state, ports, signal);
    case 'hold-out':
      return holdOut(state, ports, signal);
    case 'check-held-out':
      return checkHeldOut(step.iteration, state, ports, signal);
    case 'reveal-tests':
      return revealTests(step, state, ports, signal);
    case 'put-back':
      return putBackInWorkspace(state, ports);
    case 'test-mutants':
      return testMutants(step, state, ports, signal);
    case 'reverify':
      return reverify(step.iteration, state, ports, signal);
    case 'run-hook':
      return runHook(step.hook, step.iteration, state, ports, signal);
    case 'reset-refs':
      return resetRefs(step, ports);
  }
}

async function* repeatChecks(
  { iteration, criteria: ids, times }: StepOf<'repeat-checks'>,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
) {
  yield { type: 'checks-started', iteration } satisfies LoopEvent;
  const began = ports.now();
  const { commit } = seenRef(state, iteration);
  const first = state.iterations[iteration]?.verdicts ?? [];
  const runs: { verdicts: Verdict[]; tests: Map<string, TestStatus> | null }[] = [];
  for (let n = 1; n <= times; n++) {
    const { verdicts, tests } = await ports.room.judge(commit, (place) =>
      runCriteria(`again-${n}`, ids, iteration, place, state, ports, signal),
    );
    runs.push({ verdicts, tests: tests?.tests ? new Map(tests.tests.map(({ id, status }) => [id, status])) : null });
  }
  const target = state.iterations[iteration];
  const names = target ? await readTests(target, ports) : null;
  const result = compareRuns({ verdicts: first, tests: names }, runs, (id) => textOf(state, id));
  yield { type: 'checks-repeated', iteration, times, ...result, durationMs: ports.now() - began } satisfies LoopEvent;
}

async function* checkHidden(iteration: number, state: LoopState, ports: Ports, signal: AbortSignal) {
  yield { type: 'checks-started', iteration } satisfies LoopEvent;
  const checks = hiddenChecks(state.settings.verify);
  const nothing = (reason: string) => checks.map(({ id }) => hiddenVerdict(id, 'unmeasured', reason, null));
  const problem = setupProblem(state);
  const found = await ports.safeguards.hidden(checks).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    return ports.files.write(iteration, 'hidden-problem.txt', `${reason}\n`).then(() => null);
  });
  const before = state.hiddenFingerprint;
  if (problem || !found || (before !== null && before !== '' && before !== found.fingerprint)) {
    const why = problem ?? (found ? 'its files changed since the loop began' : 'its files could not be copied in');
    const fingerprint = before ?? '';
    yield { type: 'hidden-checked', iteration, verdicts: nothing(why), fingerprint } satisfies LoopEvent;
    return;
  }
  const criteria = checks.map(({ id, name, command }) => ({ id, text: name, kind: 'exit' as const, command }));
  const { verdicts } = await ports.room.judge(
    seenRef(state, iteration).commit,
    (place) => ports.checker.verify(requestFor('hidden', criteria, iteration, place, state, ports), signal),
    { files: found.files, isSecret: true },
  );
  yield {
    type: 'hidden-checked',
    iteration,
    verdicts: verdicts.map(({ criterion, outcome, outputFile }) =>
      hiddenVerdict(
        criterion,
        outcome,
        { pass: 'holds', fail: 'fails', unmeasured: 'could not be run' }[outcome],
        outputFile,
      ),
    ),
    fingerprint: found.fingerprint,
  } satisfies LoopEvent;
}

/** The name of a hidden check and whether it holds; nothing else of it reaches a prompt or the workspace. */
function hiddenVerdict(
  criterion: string,
  outcome: Verdict['outcome'],
  reason: string,
  outputFile: string | null,
): Verdict {
  const unmeasured = outcome === 'unmeasured' ? 'not-started' : null;
  const rest = { exitCode: null, durationMs: 0, tests: null, excerpt: '', outputFile };
  return { criterion, outcome, reason, unmeasured, ...rest };
}

async function* reverify(iteration: number, state: LoopState, ports: Ports, signal: AbortSignal) {
  yield { type: 'checks-started', iteration } satisfies LoopEvent;
  const ids = state.criteria.filter((criterion) => 'command' in criterion).map(({ id }) => id);
  const criteria = state.criteria.filter(({ id }) => ids.includes(id));
  const { verdicts } = await ports.room.judge(seenRef(state, iteration).commit, async (place) => {
    const request = requestFor('reverify', criteria, iteration, place, state, ports);
    const remembered = await rememberedOf(iteration, place, state, ports);
    return ports.checker.verify({ ...request, remembered, measured: true }, signal);
  });
  const recorded = state.iterations[iteration]?.verdicts ?? [];
  const agrees = verdicts.every(
    ({ criterion, outcome }) => recorded.find((one) => one.criterion === criterion)?.outcome === outcome,
  );
  yield { type: 'tree-reverified', iteration, verdicts, agrees } satisfies LoopEvent;
}

async function* resetRefs({ iterations, moved, first }: StepOf<'reset-refs'>, ports: Ports) {
  const stayed =
    first === null ? [] : await ports.workspace.moveBack(moved, ports.files.path(first, SAVED_INDEX).absolute);
  const files = await restoreLocalFiles(iterations, ports);
  yield { type: 'refs-reset', iterations, moved, ...files, notes: stayed } satisfies LoopEvent;
}

function textOf(state: LoopState, id: string): string {
  return state.criteria.find((criterion) => criterion.id === id)?.text ?? id;
}
