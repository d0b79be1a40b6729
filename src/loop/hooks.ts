import { hookKey } from '../core/gates/gate.ts';
import { judge } from '../core/judge.ts';
import type { EventOf, LoopEvent } from '../core/state/events.ts';
import type { LoopState } from '../core/state/state.ts';
import { currentIteration } from '../core/state/state.ts';
import type { HookName } from '../core/state/verification-settings.ts';
import { readHookDecision, stricter } from '../core/verification/stricter.ts';
import type { CommandResult, Ports } from '../ports/index.ts';

/** Runs a hook with what happened on its stdin. The result is recorded, and never fails the loop. */
export async function* runHook(
  hook: HookName,
  iteration: number,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<LoopEvent> {
  const [event] = await called(hook, iteration, facts(hook, iteration, state), state, ports, signal);
  yield event;
}

/** Judges, and asks the `loop_decision` hook, which may only be stricter, unless a person has overruled it. Both are recorded. */
export async function* judgeWithHook(
  iteration: number,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<LoopEvent> {
  const judged = judge(state, iteration);
  if (!state.settings.hooks.loopDecision || state.approved.includes(hookKey(iteration))) {
    yield judged;
    return;
  }
  const { type, ...verdict } = judged;
  const payload = { ...facts('loopDecision', iteration, state), ...verdict };
  const [event, result] = await called('loopDecision', iteration, payload, state, ports, signal);
  yield event;
  const requested = result.ok ? readHookDecision(result.tail) : null;
  yield requested
    ? { ...judged, decision: stricter(judged.decision, requested, state, iteration, judged.best) }
    : judged;
}

async function called(
  hook: HookName,
  iteration: number,
  payload: Record<string, unknown>,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
): Promise<[EventOf<'hook-finished'>, CommandResult]> {
  const { hooks } = state.settings;
  const stdin = await ports.files.writeData(iteration, `hook-${hook}.json`, payload);
  const output = ports.files.path(iteration, `hook-${hook}.log`);
  const result = await ports.commands.run(
    {
      command: hooks[hook] ?? 'true',
      asUser: true,
      cwd: state.workspace.cwd,
      run: ports.runId(),
      stdinFile: stdin.absolute,
      outputFile: output.absolute,
      streams: 'split',
      timeoutMs: hooks.timeoutSeconds * 1000,
    },
    signal,
  );
  const { ok, reason, durationMs } = result;
  return [{ type: 'hook-finished', hook, iteration, ok, reason, durationMs, outputFile: output.relative }, result];
}

/** `preLoop` becomes `pre_loop`. */
function facts(hook: HookName, iteration: number, state: LoopState): Record<string, unknown> {
  const last = currentIteration(state);
  return {
    hook: hook.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    loop: state.id,
    task: state.task,
    workspace: state.workspace,
    status: state.status,
    iteration,
    best: state.best,
    score: last?.score ?? null,
    classification: last?.classification ?? null,
    decision: last?.decision ?? null,
    criteria: (last?.verdicts ?? []).map(({ criterion, outcome, reason }) => ({ criterion, outcome, reason })),
    ended: state.ended,
  };
}
