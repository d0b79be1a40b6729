import { excerptOf } from '../core/failures/excerpt.ts';
import type { LoopEvent } from '../core/state/events.ts';
import { type LoopState, seenRef } from '../core/state/state.ts';
import type { VerificationStep } from '../core/state/step.ts';
import { isSetupFound, setupCommand } from '../core/verification/setup.ts';
import type { Ports } from '../ports/index.ts';

/**
 * Runs the `setup` command in the workspace or where the checks run. Before the baseline, what the user had is kept first:
 * the baseline is what the command made of it. Its failure is a fact; what could then not be measured says so.
 */
export async function* runSetup(
  { iteration, locks, where }: Extract<VerificationStep, { type: 'setup' }>,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
) {
  if (locks === null && state.iterations.length === 0) {
    const name = 'before-setup';
    const { notes, ...fact } = await ports.workspace.snapshot(`${state.id}/${name}`, null);
    yield { type: 'workspace-saved', ...fact, name, adopted: false, unknown: false } satisfies LoopEvent;
  }
  const isFound = isSetupFound(state);
  const command = setupCommand(state, where ?? 'workspace') ?? 'true';
  const named = isFound && { command };
  yield { type: 'setup-started', iteration, where, ...named } satisfies LoopEvent;
  const output = ports.files.path(iteration, 'setup.log');
  const setUp = ({ cwd }: { cwd: string }) =>
    ports.commands.run(
      {
        command,
        cwd,
        run: ports.runId(),
        stdinFile: null,
        outputFile: output.absolute,
        streams: 'merged',
        timeoutMs: state.settings.verify.timeoutMinutes * 60_000,
      },
      signal,
    );
  const result =
    where === 'room'
      ? await ports.room.judge(seenRef(state, iteration).commit, setUp, {
          installs: { stays: ({ ok }) => ok || !isFound },
        })
      : await setUp(state.workspace);
  yield {
    type: 'setup-finished',
    iteration,
    locks,
    where,
    ...named,
    ok: result.ok,
    reason: isFound ? `${command}: ${result.reason}` : result.reason,
    durationMs: result.durationMs,
    excerpt: excerptOf(result.tail, state.settings.progress.maxChars),
    outputFile: output.relative,
  } satisfies LoopEvent;
}
