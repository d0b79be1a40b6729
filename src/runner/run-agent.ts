import { createHash } from 'node:crypto';
import { agentOutputName } from '../core/agent-run.ts';
import type { EventOf, LoopEvent } from '../core/events.ts';
import type { StepOf } from '../core/next-step.ts';
import { plainText } from '../core/plain-text.ts';
import { promptContext } from '../core/prompt.ts';
import { allowance } from '../core/spending.ts';
import type { LoopState } from '../core/state.ts';
import { renderOrFallBack } from '../prompt/render.ts';
import { Skipped } from './control-watch.ts';
import type { Ports } from './ports.ts';
import { noteBranches } from './snapshot.ts';

const MAX_BLOCKED_CHARS = 2000;
/** In a folder of its own: the only one of the loop's that a sandboxed agent can reach. */
const BLOCKED_FILE = 'reply/blocked.txt';

export async function* runAgent(step: StepOf<'run-agent'>, state: LoopState, ports: Ports, signal: AbortSignal) {
  const { iteration, agent } = step;
  const run = ports.runId();
  const { text, problem } = await renderOrFallBack(state.template, promptContext(state, iteration));
  const prompt = await ports.files.write(iteration, 'prompt.md', text);
  const outputName = agentOutputName(state);
  const output = ports.files.path(iteration, outputName);
  await ports.files.remove(iteration, outputName);
  await ports.files.remove(iteration, BLOCKED_FILE);
  await noteBranches(iteration, ports);
  if (state.start) await ports.safeguards.noteIgnored(state.start.commit, state);
  const sha256 = createHash('sha256').update(text).digest('hex');
  yield {
    type: 'agent-started',
    iteration,
    run,
    agent,
    prompt: { file: prompt.relative, sha256, chars: text.length, ...(problem !== null && { problem }) },
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
