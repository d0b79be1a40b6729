import { budgetSpent } from '../core/agents/spending.ts';
import { needsNoMore } from '../core/gates/open-question.ts';
import type { LoopEvent } from '../core/state/events.ts';
import { outcomes } from '../core/state/outcome.ts';
import type { Settings } from '../core/state/settings.ts';
import { type LoopState, launches } from '../core/state/state.ts';
import { UsageError } from '../system/usage-error.ts';
import { withAgents } from './agents.ts';
import { refuseBeneathAgent } from './beneath-agent.ts';
import { protectionOf } from './changed-settings.ts';
import { layerOf, type SettingChoices } from './choices.ts';
import { configuredAgain } from './configured-again.ts';
import type { AppContext } from './context.ts';
import { type Join, runHostedLoop } from './host.ts';
import { changeLoopSettings } from './loop-settings.ts';
import { readLoopToSteer } from './loop-to-steer.ts';
import { explainUnreadable } from './tampered-tree.ts';

/** Resumes a loop that was paused, interrupted, killed or stopped at a limit, until it ends or pauses again. */
export async function resumeLoop(
  context: AppContext,
  { loop, ...choices }: SettingChoices & { loop?: string | undefined },
  join: Join,
): Promise<LoopState> {
  await refuseBeneathAgent(context, 'resume');
  const { entry, state } = await readLoopToSteer(context, loop, 'resumable').catch(async (error: unknown) => {
    throw await explainUnreadable(context, loop, error);
  });
  if (state.ended && !outcomes[state.ended.ending].resumable) {
    throw new UsageError(
      `${state.id} has ended (${state.ended.ending}); there is nothing to resume`,
      `jumar show ${state.id}`,
    );
  }
  const changed = await changeBy(context, state, choices);
  const [event] = changed;
  refuseSpentLimit(state, event?.type === 'settings-changed' ? event.settings.limits : state.settings.limits);
  return runHostedLoop({ project: entry.project, loop: entry.id }, context.env, join, (now) => (now ? changed : []));
}

/** The settings event for the caller's choices, if they change anything. Always detects agents and sandbox again. */
async function changeBy(context: AppContext, state: LoopState, choices: SettingChoices): Promise<LoopEvent[]> {
  const layer = layerOf(choices);
  const { changed, configured } = await configuredAgain(context, state);
  const reread = changeLoopSettings(state.settings, { source: 'the configuration', values: changed });
  const settings = withAgents(context, changeLoopSettings(reread, layer));
  if (Object.keys(layer.values).length === 0 && !configured) return [];
  const protection = choices.settings || configured ? await protectionOf(state, settings) : {};
  return [{ type: 'settings-changed', settings, ...(configured && { configured }), ...protection }];
}

/** A loop exceeds a limit only if the user raises it; a loop that only has to complete needs no budget. */
function refuseSpentLimit(state: LoopState, now: Settings['limits']): void {
  if (needsNoMore(state)) return;
  const { limits } = state.settings;
  const used = launches(state);
  if (state.ended?.ending === 'iteration-limit' && now.maxIterations <= used) {
    throw new UsageError(
      `${state.id} has used its ${used} iterations`,
      `jumar resume ${state.id} --max-iterations ${used * 2}`,
    );
  }
  const spent = state.ended?.ending === 'budget' ? budgetSpent(state.spent, now) : null;
  if (spent) {
    throw new UsageError(
      `${state.id}: ${spent}`,
      `jumar resume ${state.id} with a higher --max-cost, --max-tokens or --max-agent-minutes`,
    );
  }
  const minutes = state.activeMs / 60_000;
  if (state.ended?.ending === 'time-limit' && now.timeoutMinutes <= minutes) {
    const more = Math.ceil(Math.max(minutes, limits.timeoutMinutes) * 2);
    throw new UsageError(
      `${state.id} has used its ${limits.timeoutMinutes} minutes`,
      `jumar resume ${state.id} --timeout ${more}`,
    );
  }
}
