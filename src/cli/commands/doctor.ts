import { execFileSync } from 'node:child_process';
import type { Probe } from '../../agents/adapter.ts';
import { adapters } from '../../agents/index.ts';
import { hostOf } from '../../agents/roster.ts';
import { sandboxProblem } from '../../agents/sandbox/index.ts';
import { loadSettings } from '../../config/load.ts';
import type { Settings } from '../../core/settings.ts';
import { stateHome } from '../../store/home.ts';
import { detectProject } from '../../toolchain/detect.ts';
import { freezeToolchain } from '../../toolchain/freeze.ts';
import { metricSources } from '../../toolchain/metric-sources.ts';
import { surveyProject } from '../../toolchain/survey.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import type { CommandContext } from '../context.ts';
import { version } from '../version.ts';

type Row = [name: string, value: string, ok: boolean];

/** What Jumar finds on this machine and in this project. Exit 0 where a loop could run. */
export default async function doctor(context: CommandContext, { json = false }: { json?: boolean }): Promise<number> {
  const rows: Row[] = [
    ['jumar', version(), true],
    ['node', process.versions.node, Number(process.versions.node.split('.')[0]) >= 20],
    gitRow(),
    await attempt('state folder', () => stateHome(context.env)),
    ...(await projectRows(context)),
    ...(await agentRows(context)),
    ...sandboxRows(context),
  ];
  const fine = rows.every(([, , ok]) => ok);
  if (json) {
    const found = rows.map(([name, value, ok]) => ({ name, value, ok }));
    context.stdout.write(`${JSON.stringify({ ok: fine, found }, null, 2)}\n`);
  } else {
    for (const [name, value, ok] of rows) context.stdout.write(`${ok ? '✓' : '✗'} ${name.padEnd(16)} ${value}\n`);
  }
  return fine ? 0 : 2;
}

function gitRow(): Row {
  try {
    const text = execFileSync('git', ['--version'], { encoding: 'utf8' }).trim();
    const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(text) ?? []).slice(1).map(Number);
    const ok = major > 2 || (major === 2 && minor >= 39);
    return ['git', ok ? text : `${text}; 2.39 or newer is needed`, ok];
  } catch {
    return ['git', 'not found; snapshots need git 2.39 or newer', false];
  }
}

async function projectRows(context: CommandContext): Promise<Row[]> {
  const rows: Row[] = [];
  try {
    const workspace = await locateWorkspace(context.cwd);
    rows.push(['workspace', `${workspace.root}${workspace.git ? '' : ' (no git repository; that works too)'}`, true]);
    const { settings, layers } = await loadSettings(context.env, workspace, { source: 'the command line', values: {} });
    const sources = layers.filter((layer) => Object.keys(layer.values).length > 0).map((layer) => layer.source);
    rows.push(['settings', sources.join(', ') || 'defaults', true]);
    rows.push(...(await toolchainRows(context, workspace, settings)));
    const { names, command } = settings.agent;
    if (names.length > 0 || command) rows.push(['agent', [...names, command].filter(Boolean).join(', '), true]);
  } catch (error) {
    rows.push(['project', (error as Error).message, false]);
  }
  return rows;
}

/** Every agent that is installed, in the order in which they would be chosen, and what to do to have one. */
async function agentRows({ env }: CommandContext): Promise<Row[]> {
  const host = hostOf(env);
  const known = adapters.filter(({ program }) => program !== null);
  const probed = await Promise.all(known.map(async (adapter) => ({ adapter, probe: await adapter.probe(host) })));
  const found = probed.filter(({ probe }) => probe.path !== null);
  const missing = probed.filter(({ probe }) => probe.path === null).map(({ adapter }) => adapter.name);
  return [
    ...found.map(({ adapter, probe }): Row => [adapter.name, agentWords(adapter.title, probe), true]),
    ...(found.length > 0
      ? []
      : [['agents', 'none of the known ones is installed; any command works: --agent-command', true] as Row]),
    ...(missing.length > 0 ? [['not installed', missing.join(', '), true] as Row] : []),
  ];
}

function agentWords(title: string, { version, path, signedIn, note }: Probe): string {
  const state = signedIn === 'yes' ? `signed in (${note})` : `sign-in unknown: ${note}`;
  return `${title} ${version ?? '(it does not tell its version)'}, ${state}  ${path}`;
}

function sandboxRows({ env }: CommandContext): Row[] {
  return (['bwrap', 'srt'] as const).map((sandbox) => {
    const problem = sandboxProblem(sandbox, [], hostOf(env));
    return [`sandbox ${sandbox}`, problem ? `not available: ${problem}` : 'available', true];
  });
}

/** What the repository is made of, the commands that were found in it, and what would be measured by which of them. */
async function toolchainRows(
  { env }: CommandContext,
  workspace: { root: string; cwd: string },
  settings: Settings,
): Promise<Row[]> {
  const survey = await surveyProject(workspace.root);
  const project = await detectProject(workspace.root, workspace.cwd);
  const toolchain = await freezeToolchain(workspace, settings, env);
  const languages = survey.languages.map(({ language, folders }) => `${language} (${shortList(folders)})`);
  const commands = (['test', 'lint', 'typecheck', 'build'] as const).map((name): Row => {
    const found = project[name];
    return [name, found ? `${found.command}  (${found.evidence})` : 'not found', true];
  });
  return [
    ['languages', languages.join(', ') || 'none found', true],
    ['packages', survey.packageManagers.join(', ') || 'no package manager found', true],
    ...survey.workspaces.map(({ from, folders }): Row => ['workspaces', `${shortList(folders)}  (${from})`, true]),
    ...commands,
    ...metricSources(settings, toolchain, project.test).map(
      ({ metric, source }): Row => [`metric ${metric}`, source, true],
    ),
  ];
}

function shortList(folders: readonly string[]): string {
  const shown = folders.slice(0, 8).join(', ');
  return folders.length > 8 ? `${shown} and ${folders.length - 8} more` : shown;
}

async function attempt(name: string, find: () => Promise<string>): Promise<Row> {
  try {
    return [name, await find(), true];
  } catch (error) {
    return [name, (error as Error).message, false];
  }
}
