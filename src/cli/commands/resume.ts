import { UsageError } from '../../config/errors.ts';
import { mergeLayers } from '../../config/layers.ts';
import type { LoopEvent } from '../../core/events.ts';
import { outcomes } from '../../core/outcome.ts';
import { type LoopState, launches } from '../../core/state.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { CommandContext } from '../context.ts';
import { runInterruptibly } from '../interruptible.ts';
import { readLoop } from '../loop-reading.ts';
import { observerFor } from '../reporting.ts';
import { flagLayer } from './run.ts';

interface ResumeOptions {
  maxIterations?: number;
  timeout?: number;
  agentCommand?: string;
  json?: boolean;
}

export default async function resume(
  context: CommandContext,
  id: string | undefined,
  options: ResumeOptions,
): Promise<number> {
  await refuseBeneathAgent(context, 'resume');
  const { entry, state } = await readLoop(context, id);
  if (state.ended && !outcomes[state.ended.ending].resumable) {
    throw new UsageError(
      `${state.id} has ended (${state.ended.ending}); there is nothing to resume`,
      `jumar show ${state.id}`,
    );
  }
  refuseSpentLimit(state, options);
  return runInterruptibly(context, {
    project: entry.project,
    loop: entry.id,
    json: options.json ?? false,
    observe: observerFor(context, options.json ?? false),
    open: (now) => (now ? changedSettings(now, options) : []),
  });
}

function changedSettings(state: LoopState, options: ResumeOptions): LoopEvent[] {
  const flags = flagLayer(options);
  if (Object.keys(flags.values).length === 0) return [];
  const settings = mergeLayers([{ source: 'the loop', values: state.settings }, flags]);
  return [{ type: 'settings-changed', settings }];
}

/** A loop never passes a limit without the user's word. */
function refuseSpentLimit(state: LoopState, { maxIterations, timeout }: ResumeOptions): void {
  const { limits } = state.settings;
  const used = launches(state);
  if (state.ended?.ending === 'iteration-limit' && (maxIterations ?? limits.maxIterations) <= used) {
    throw new UsageError(
      `${state.id} has used its ${used} iterations`,
      `jumar resume ${state.id} --max-iterations ${used * 2}`,
    );
  }
  const minutes = state.activeMs / 60_000;
  if (state.ended?.ending === 'time-limit' && (timeout ?? limits.timeoutMinutes) <= minutes) {
    const more = Math.ceil(Math.max(minutes, limits.timeoutMinutes) * 2);
    throw new UsageError(
      `${state.id} has used its ${limits.timeoutMinutes} minutes`,
      `jumar resume ${state.id} --timeout ${more}`,
    );
  }
}
