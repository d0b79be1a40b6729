import { createHash } from 'node:crypto';
import { allowance } from '../core/agents/spending.ts';
import { ownStrategy } from '../core/progress/own-strategy.ts';
import { promptContext } from '../core/prompt/prompt.ts';
import { renderOrFallBack } from '../core/prompt/render.ts';
import { agentOutputName } from '../core/state/agent-run.ts';
import type { EventOf, LoopEvent } from '../core/state/events.ts';
import { type LoopState, seenOf } from '../core/state/state.ts';
import type { StepOf } from '../core/state/step.ts';
import { plainText } from '../core/text/plain-text.ts';
import type { Ports } from '../ports/index.ts';
import { takeTurn } from './agent-turn.ts';
import { Skipped } from './control-watch.ts';
import { beginWith } from './restore.ts';
import { noteBranches } from './snapshot.ts';

const MAX_BLOCKED_CHARS = 2000;
/** In a folder of its own: the only one of the loop's that a sandboxed agent can reach. */
const BLOCKED_FILE = 'reply/blocked.txt';

/** Runs the agent once it is its turn; nothing is run if its service refuses for now. */
export async function* runAgent(step: StepOf<'run-agent'>, state: LoopState, ports: Ports, signal: AbortSignal) {
  const endTurn = yield* takeTurn(step.agent, ports, signal);
  if (endTurn === null) return;
  try {
    yield* runInTurn(step, state, ports, signal);
  } finally {
    endTurn();
  }
}

async function* runInTurn(step: StepOf<'run-agent'>, state: LoopState, ports: Ports, signal: AbortSignal) {
  const { iteration, agent } = step;
  const { isOutside } = state.agent;
  if (state.start && !isOutside) yield* beginWith({ ...seenOf(state.start), ...state.carried }, state, ports);
  const run = ports.runId();
  const { text, problem } = await renderOrFallBack(
    state.template,
    promptContext(state, iteration, await ownStrategy(state)),
  );
  const prompt = await ports.files.write(iteration, 'prompt.md', text);
  const outputName = agentOutputName(state);
  const output = ports.files.path(iteration, outputName);
  await ports.files.remove(iteration, outputName);
  await ports.files.remove(iteration, BLOCKED_FILE);
  await noteBranches(iteration, ports);
  if (state.start) {
    const { commit } = seenOf(state.start);
    await ports.safeguards.noteIgnored(commit, state);
    await ports.safeguards.localFiles.note(commit, iteration);
  }
  const sha256 = createHash('sha256').update(text).digest('hex');
  yield {
    type: 'agent-started',
    iteration,
    run,
    agent,
    prompt: { file: prompt.relative, sha256, chars: text.length, ...(problem !== null && { problem }) },
  } satisfies LoopEvent;
  if (isOutside) return;

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
  await ports.safeguards.localFiles.compare(iteration);
  if (result.outcome === 'cancelled' && !(signal.reason instanceof Skipped)) {
    const { durationMs, usage, costUsd, costEstimated } = result;
    yield { type: 'agent-cancelled', iteration, run, durationMs, usage, costUsd, costEstimated } satisfies LoopEvent;
    throw signal.reason ?? new Error('the agent was cancelled');
  }
  const blockedText = plainText((await ports.files.read(iteration, BLOCKED_FILE)) ?? '');
  const blocked = blockedText.trim().replace(/\s+/g, ' ').slice(0, MAX_BLOCKED_CHARS) || null;
  yield {
    type: 'agent-finished',
    iteration,
    run,
    ...result,
    // The person's reason for skipping it; otherwise the run's own outcome.
    ...(result.outcome === 'cancelled'
      ? { outcome: 'failed' as const, reason: String(signal.reason.message) }
      : { outcome: result.outcome }),
    outputFile: output.relative,
    blocked,
  } satisfies EventOf<'agent-finished'>;
}
