import { chooseAgents } from '../../agents/choose.ts';
import type { Adapter, Probe } from '../../agents/contract/adapter.ts';
import { adapters } from '../../agents/index.ts';
import { hostOf } from '../../agents/roster.ts';
import { trialSeconds } from '../../core/agents/repair-fit.ts';
import { defaultSettings, type Settings } from '../../core/state/settings.ts';

/** A line of `jumar doctor`: true is fine, null is missing but optional, false must be fixed before a loop can run. */
export type Row = [name: string, value: string, ok: boolean | null];

/**
 * Which agent a loop would use, then every agent that is installed with its version and state, and how to
 * install one that is missing. `settings` is null if they could not be read; `noRepair` says why the built-in agent cannot work here.
 */
export async function agentRows(
  env: NodeJS.ProcessEnv,
  settings: Settings | null,
  noRepair: string | null,
): Promise<Row[]> {
  const probeable = adapters.filter(({ name, program }) => program !== null && name !== 'repair');
  const host = hostOf(env);
  const probed = await Promise.all(probeable.map(async (adapter) => ({ adapter, probe: await adapter.probe(host) })));
  const { row, chosen } = choiceOf(settings, env, noRepair);
  const missing = probed.filter(({ adapter, probe }) => probe.path === null && adapter.install === undefined);
  return [
    ...(row ? [row] : []),
    ...probed
      .filter(({ adapter, probe }) => probe.path !== null || adapter.install !== undefined)
      .map(({ adapter, probe }) => agentRow(adapter, probe, chosen)),
    ...(missing.length > 0
      ? [['not installed', missing.map(({ adapter }) => adapter.name).join(', '), null] satisfies Row]
      : []),
    repairRow(settings, noRepair),
  ];
}

function repairRow(settings: Settings | null, problem: string | null): Row {
  if (problem !== null) return ['repair', `built in, but cannot work here: ${problem}`, null];
  const seconds = trialSeconds((settings ?? defaultSettings).repair.budgetSeconds);
  const what = 'built in: searches for small repairs, needs no model and no key (--agent repair)';
  return ['repair', `${what}; the tests must take less than ${seconds} s`, true];
}

function choiceOf(
  settings: Settings | null,
  env: NodeJS.ProcessEnv,
  noRepair: string | null,
): { row: Row | null; chosen: readonly string[] } {
  if (!settings) return { row: null, chosen: [] };
  const { names, command } = settings.agent;
  try {
    const { names: chosen, notes } = chooseAgents(settings, env);
    const why = names.length > 0 || command ? 'as configured' : 'the first one installed; choose with --agent';
    const labels = chosen.map((name) => (name === 'command' ? `the command ${command}` : name));
    return { row: ['agent', [`${labels.join(', ')} (${why})`, ...notes].join('; '), true], chosen };
  } catch (error) {
    const { message, hint } = error as { message: string; hint?: string | null };
    const isConfigured = names.length > 0 || command !== undefined;
    const words = isConfigured ? [message, hint].filter(Boolean).join(': ') : noneInstalled(noRepair);
    return { row: ['agent', words, isConfigured ? false : null], chosen: [] };
  }
}

const noneInstalled = (noRepair: string | null): string =>
  `none installed: install one of these, or use ${noRepair === null ? '--agent repair or ' : ''}--agent-command "<shell command>"`;

function agentRow({ name, title, install }: Adapter, probe: Probe, chosen: readonly string[]): Row {
  const { path, version, problem, signedIn, note } = probe;
  if (path === null) return [name, `${title} is not installed: ${install}`, null];
  if (problem) {
    return [
      name,
      `${title} is installed but does not start: ${problem}  ${path}`,
      chosen.includes(name) ? false : null,
    ];
  }
  const state = signedIn === 'yes' ? `signed in (${note})` : `sign-in unknown: ${note}`;
  return [name, `${title} ${version ?? '(unknown version)'}, ${state}  ${path}`, true];
}
