import { excerptOf } from '../core/failures/excerpt.ts';
import type { LoopEvent } from '../core/state/events.ts';
import type { LoopState } from '../core/state/state.ts';
import type { VerificationStep } from '../core/state/step.ts';
import type { Ports } from '../ports/index.ts';

/**
 * Runs the `setup` command. Before the baseline, what the user had is kept first: the baseline is what the command made
 * of it. Its failure is a fact; what could then not be measured says so.
 */
export async function* runSetup(
  { iteration, locks }: Extract<VerificationStep, { type: 'setup' }>,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
) {
  if (locks === null && state.iterations.length === 0) {
    const name = 'before-setup';
    const { notes, ...fact } = await ports.workspace.snapshot(`${state.id}/${name}`, null);
    yield { type: 'workspace-saved', ...fact, name, adopted: false, unknown: false } satisfies LoopEvent;
  }
  yield { type: 'setup-started', iteration } satisfies LoopEvent;
  const output = ports.files.path(iteration, 'setup.log');
  const result = await ports.commands.run(
    {
      command: state.settings.verify.setup ?? 'true',
      cwd: state.workspace.cwd,
      run: ports.runId(),
      stdinFile: null,
      outputFile: output.absolute,
      streams: 'merged',
      timeoutMs: state.settings.verify.timeoutMinutes * 60_000,
    },
    signal,
  );
  yield {
    type: 'setup-finished',
    iteration,
    locks,
    ok: result.ok,
    reason: result.reason,
    durationMs: result.durationMs,
    excerpt: excerptOf(result.tail, state.settings.progress.maxChars),
    outputFile: output.relative,
  } satisfies LoopEvent;
}
