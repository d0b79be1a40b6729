import { UsageError } from '../../config/errors.ts';
import { mergeLayers } from '../../config/layers.ts';
import { needsNoMore } from '../../core/open-question.ts';
import { outcomes } from '../../core/outcome.ts';
import type { Settings } from '../../core/settings.ts';
import { budgetSpent } from '../../core/spending.ts';
import { type LoopState, launches } from '../../core/state.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { CommandContext } from '../context.ts';
import { type AgentOptions, flagLayer, type LimitOptions, withAgents } from '../flags.ts';
import { runInterruptibly } from '../interruptible.ts';
import { sessionFace } from '../live-face.ts';
import { readLoop } from '../loop-reading.ts';
import type { FaceOptions } from '../reporting.ts';

interface ResumeOptions extends AgentOptions, LimitOptions, FaceOptions {
  cache?: boolean;
  coverage?: string;
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
  const changed = changedSettings(context, state, options);
  return runInterruptibly(context, {
    project: entry.project,
    loop: entry.id,
    json: options.json ?? false,
    ...(await sessionFace(context, options, { project: entry.project, loop: entry.id })),
    open: (now) => (now && changed ? [{ type: 'settings-changed', settings: changed }] : []),
  });
}

/** What the flags make of the loop's settings; null where they change nothing. Agents and sandbox are looked for anew. */
function changedSettings(context: CommandContext, state: LoopState, options: ResumeOptions): Settings | null {
  const flags = flagLayer(options);
  const settings = withAgents(context, mergeLayers([{ source: 'the loop', values: state.settings }, flags]));
  return Object.keys(flags.values).length === 0 ? null : settings;
}

/** A loop never passes a limit without the user's word; one that only has to complete passes none. */
function refuseSpentLimit(state: LoopState, options: ResumeOptions): void {
  if (needsNoMore(state)) return;
  const { maxIterations, timeout } = options;
  const { limits } = state.settings;
  const used = launches(state);
  if (state.ended?.ending === 'iteration-limit' && (maxIterations ?? limits.maxIterations) <= used) {
    throw new UsageError(
      `${state.id} has used its ${used} iterations`,
      `jumar resume ${state.id} --max-iterations ${used * 2}`,
    );
  }
  const limitsNow = mergeLayers([{ source: 'the loop', values: state.settings }, flagLayer(options)]).limits;
  const spent = state.ended?.ending === 'budget' ? budgetSpent(state.spent, limitsNow) : null;
  if (spent) {
    throw new UsageError(
      `${state.id}: ${spent}`,
      `jumar resume ${state.id} with a higher --max-cost, --max-tokens or --max-agent-minutes`,
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
