import { execFileSync } from 'node:child_process';
import { hostOf } from '../../agents/roster.ts';
import { sandboxProblem } from '../../agents/sandbox/index.ts';
import { loadSettings } from '../../config/load.ts';
import { shellWords } from '../../core/criteria/shell-words.ts';
import type { Settings } from '../../core/settings.ts';
import { stateHome } from '../../store/home.ts';
import { detectProject } from '../../toolchain/detect.ts';
import { freezeToolchain } from '../../toolchain/freeze.ts';
import { metricSources } from '../../toolchain/metric-sources.ts';
import { surveyProject } from '../../toolchain/survey.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import { agentRows, type Row } from '../agent-rows.ts';
import type { CommandContext } from '../context.ts';
import { say, textSize } from '../output.ts';
import { version } from '../version.ts';

/** What Jumar finds on this machine and in this project. Exit 0 where a loop could run. */
export default async function doctor(context: CommandContext, { json = false }: { json?: boolean }): Promise<number> {
  const project = await projectRows(context);
  const rows: Row[] = [
    ['jumar', version(), true],
    ['node', process.versions.node, Number(process.versions.node.split('.')[0]) >= 20],
    gitRow(),
    await attempt('state folder', () => stateHome(context.env)),
    ...project.rows,
    ...(await agentRows(context.env, project.settings)),
    ...sandboxRows(context),
  ];
  const fine = rows.every(([, , ok]) => ok !== false);
  if (json) {
    const found = rows.map(([name, value, ok]) => ({ name, value, ok: ok !== false, there: ok === true }));
    context.stdout.write(`${JSON.stringify({ ok: fine, found }, null, 2)}\n`);
  } else {
    const { glyphs } = textSize(context);
    for (const [name, value, ok] of rows) {
      const mark = ok === null ? '–' : ok ? glyphs.pass : glyphs.fail;
      say(context, `${mark.padEnd(glyphs.fail.length)} ${name.padEnd(16)} ${value}\n`);
    }
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

async function projectRows(context: CommandContext): Promise<{ rows: Row[]; settings: Settings | null }> {
  const rows: Row[] = [];
  try {
    const workspace = await locateWorkspace(context.cwd);
    rows.push(['workspace', `${workspace.root}${workspace.git ? '' : ' (no git repository; that works too)'}`, true]);
    const { settings, layers } = await loadSettings(context.env, workspace, { source: 'the command line', values: {} });
    const sources = layers.filter((layer) => Object.keys(layer.values).length > 0).map((layer) => layer.source);
    rows.push(['settings', sources.join(', ') || 'defaults', true]);
    rows.push(...(await toolchainRows(context, workspace, settings)));
    return { rows, settings };
  } catch (error) {
    rows.push(['project', (error as Error).message, false]);
    return { rows, settings: null };
  }
}

function sandboxRows({ env }: CommandContext): Row[] {
  return (['bwrap', 'srt'] as const).map((sandbox) => {
    const problem = sandboxProblem(sandbox, [], hostOf(env));
    return [`sandbox ${sandbox}`, problem ? `not available: ${problem}` : 'available', problem ? null : true];
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
    if (!found) return [name, 'not found', null];
    const absent = programOf(found.command, project.isExecutable);
    const problem = absent ? `; ${absent} is not installed` : '';
    return [name, `${found.command}  (${found.evidence})${problem}`, absent ? null : true];
  });
  return [
    listRow('languages', languages, 'none found'),
    listRow('packages', survey.packageManagers, 'no package manager found'),
    ...survey.workspaces.map(({ from, folders }): Row => ['workspaces', `${shortList(folders)}  (${from})`, true]),
    ...commands,
    ...metricSources(settings, toolchain, project.test).map(
      ({ metric, source, known }): Row => [`metric ${metric}`, source, known ? true : null],
    ),
  ];
}

/** The program that a command starts with, where there is none of that name; nothing is said of what the shell must expand. */
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
