import { chooseAgents } from '../agents/choose.ts';
import { adapters } from '../agents/index.ts';
import type { Settings } from '../core/state/settings.ts';
import type { AppContext } from './context.ts';

/** The settings with the agents that can be started, so that the log names them. */
export function withAgents(context: AppContext, settings: Settings): Settings {
  const { names, notes } = chooseAgents(settings, context.env);
  for (const note of notes) context.note?.(note);
  return { ...settings, agent: { ...settings.agent, names } };
}

/** The built-in agents, without the user's own command. */
export function listAgents(): { name: string; title: string }[] {
  return adapters.filter(({ name }) => name !== 'command').map(({ name, title }) => ({ name, title }));
}
