import { hostOf } from '../../agents/roster.ts';
import { sandboxProblem } from '../../agents/sandbox/index.ts';
import { chooseRoom } from '../../checks/room/choose-room.ts';
import { loadSettings } from '../../config/load.ts';
import { shellWords } from '../../core/criteria/shell-words.ts';
import { installProgram } from '../../core/remedies/install-program.ts';
import { defaultSettings, type Settings } from '../../core/state/settings.ts';
import { freezeToolchain } from '../../measure/freeze-toolchain.ts';
import { metricSources } from '../../measure/metric-sources.ts';
import { detectProject } from '../../project/detect.ts';
import { surveyProject } from '../../project/survey.ts';
import { stateHome } from '../../store/home.ts';
import { git } from '../../system/git.ts';
import { version } from '../../system/version.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import type { AppContext } from '../context.ts';
import { repairProblem } from '../repair-fit.ts';
import { agentRows, type Row } from './agent-rows.ts';

/** Checks this machine and this project. */
export async function examineMachine(context: AppContext): Promise<Row[]> {
  const project = await projectRows(context);
  return [
    ['jumar', version(), true],
    ['node', process.versions.node, Number(process.versions.node.split('.')[0]) >= 20],
    await gitRow(context.cwd),
    await attempt('state folder', () => stateHome(context.env)),
    ...project.rows,
    ...(await agentRows(context.env, project.settings, project.noRepair)),
    roomRow(context, project.settings),
    ...sandboxRows(context),
  ];
}

async function gitRow(cwd: string): Promise<Row> {
  try {
    const text = (await git(['--version'], { cwd })).stdout.toString().trim();
    const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(text) ?? []).slice(1).map(Number);
    const ok = major > 2 || (major === 2 && minor >= 39);
    return ['git', ok ? text : `${text}; 2.39 or newer is required`, ok];
  } catch {
    return ['git', 'not found; snapshots need git 2.39 or newer', false];
  }
}

async function projectRows(
  context: AppContext,
): Promise<{ rows: Row[]; settings: Settings | null; noRepair: string | null }> {
  const rows: Row[] = [];
  try {
    const workspace = await locateWorkspace(context.cwd);
    rows.push(['workspace', `${workspace.root}${workspace.git ? '' : ' (not a git repository; not required)'}`, true]);
    const { settings, layers } = await loadSettings(context.env, workspace, { source: 'the command line', values: {} });
    const sources = layers.filter((layer) => Object.keys(layer.values).length > 0).map((layer) => layer.source);
    rows.push(['settings', sources.join(', ') || 'defaults', true]);
    rows.push(...(await toolchainRows(context, workspace, settings)));
    return { rows, settings, noRepair: await repairProblem(workspace.root) };
  } catch (error) {
    rows.push(['project', (error as Error).message, false]);
    return { rows, settings: null, noRepair: null };
  }
}

/** Where checks would run. */
function roomRow({ env }: AppContext, settings: Settings | null): Row {
  const { kind, why } = chooseRoom((settings ?? defaultSettings).room, env);
  if (kind === 'room')
    return ["judge's room", "mounted at the workspace's path by bubblewrap; agents run in a cell", true];
  const how = process.platform === 'linux' ? '; install bubblewrap (for example apt-get install bubblewrap)' : '';
  const what = kind === 'copy' ? 'a copy of the workspace, agents without a cell' : 'in place, where the agent works';
  return ["judge's room", `${what}: ${why}${how}`, null];
}

function sandboxRows({ env }: AppContext): Row[] {
  return (['bwrap', 'srt'] as const).map((sandbox) => {
    const problem = sandboxProblem(sandbox, [], hostOf(env));
    return [`sandbox ${sandbox}`, problem ? `not available: ${problem}` : 'available', problem ? null : true];
  });
}

/** The repository's languages, its detected commands, and which of them measure what. */
async function toolchainRows(
  { env }: AppContext,
  workspace: { root: string; cwd: string },
  settings: Settings,
): Promise<Row[]> {
  const survey = await surveyProject(workspace.root);
  const project = await detectProject(workspace.root, workspace.cwd);
  const toolchain = await freezeToolchain(workspace, settings, env);
  const languages = survey.languages.map(({ language, folders }) => `${language} (${shortList(folders)})`);
  const commands = (['test', 'lint', 'typecheck', 'build'] as const).map((name): Row => {
    const command = project[name];
    if (!command) return [name, 'not found', null];
    const absent = programOf(command.command, project.isExecutable);
    return [name, `${command.command}  (${command.evidence})${notInstalled(absent)}`, absent ? null : true];
  });
  const sources = metricSources(settings, toolchain, project.test).map(({ metric, source, isAvailable }): Row => {
    const absent = isAvailable && COMMANDS.has(metric) ? programOf(source, project.isExecutable) : null;
    return [`metric ${metric}`, `${source}${notInstalled(absent)}`, isAvailable && !absent ? true : null];
  });
  return [
    listRow('languages', languages, 'none found'),
    listRow('packages', survey.packageManagers, 'no package manager found'),
    ...survey.workspaces.map(({ from, folders }): Row => ['workspaces', `${shortList(folders)}  (${from})`, true]),
    ...commands,
    ...sources,
  ];
}

/** Metrics whose source is one command, without a remark. */
const COMMANDS = new Set(['tests', 'build']);

function notInstalled(program: string | null): string {
  if (program === null) return '';
  const how = installProgram(program);
  return `; ${program} is not installed${how ? `: ${how}` : ''}`;
}

/** The program that a command starts with, if it is not installed. Null for names that the shell must expand. */
function programOf(command: string, isExecutable: (word: string) => boolean): string | null {
  const words =
    shellWords(command)
      ?.at(-1)
      ?.map(({ text }) => text) ?? [];
  const program = words.find((word) => !/^\w+=/.test(word));
  return program && /^[\w.+-]+$/.test(program) && !isExecutable(program) ? program : null;
}

function listRow(name: string, what: readonly string[], nothing: string): Row {
  return what.length > 0 ? [name, what.join(', '), true] : [name, nothing, null];
}

function shortList(folders: readonly string[]): string {
  const list = folders.slice(0, 8).join(', ');
  return folders.length > 8 ? `${list} and ${folders.length - 8} more` : list;
}

async function attempt(name: string, find: () => Promise<string>): Promise<Row> {
  try {
    return [name, await find(), true];
  } catch (error) {
    return [name, (error as Error).message, false];
  }
}
