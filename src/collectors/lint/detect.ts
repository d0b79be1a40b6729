import type { ProjectFolder } from '../../project/project-folder.ts';
import { openFolder, projectFolders } from '../../project/project-folder.ts';
import { detectWorkspaces } from '../../project/workspaces.ts';
import { nodeLinters } from './detect-node.ts';
import { pythonLinters } from './detect-python.ts';
import type { LinterName } from './index.ts';
import { type LinterConfig, minutes } from './linter-config.ts';

export interface LintCommand {
  /** Determines how its output is parsed. */
  linter: LinterName;
  /** Where it runs, relative to the root; empty for the root itself. */
  folder: string;
  /** A shell command; both output streams are used. */
  command: string;
  timeoutMs: number;
  /** Why it is run: `eslint.config.js`, `[tool.ruff] in pyproject.toml`. */
  why: string;
}

export interface DetectedLinters {
  commands: LintCommand[];
  /** Messages about tools that are configured but cannot run here. */
  missing: string[];
}

/**
 * The linters and type checkers that the project has set up, as commands with machine-readable output: in the root, and in
 * folders that are projects themselves (a package, another language) if no folder above sets up the same tool. The tree
 * determines what runs, so to judge an agent's work, detect before the agent starts.
 */
export async function detectLinters(
  root: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<DetectedLinters> {
  const result: DetectedLinters = { commands: [], missing: [] };
  const coveredFolders: [folder: string, linter: LinterName][] = [];
  for (const name of await foldersOf(root)) {
    const folder = await openFolder(root, name, environment);
    for (const linterConfig of await lintersIn(folder)) {
      if (coveredFolders.some(([above, linter]) => linter === linterConfig.linter && isBelow(name, above))) continue;
      if (!isPerModule(linterConfig.linter)) coveredFolders.push([name, linterConfig.linter]);
      add(result, name, folder, linterConfig);
    }
  }
  return result;
}

/** Includes deeper members of a monorepo. Top down, because the set-up of a folder covers the folders below it. */
async function foldersOf(root: string): Promise<string[]> {
  const [projects, workspaces] = await Promise.all([projectFolders(root), detectWorkspaces(root)]);
  const all = [...new Set([...projects, ...workspaces.flatMap(({ folders }) => folders)])];
  return all.sort((a, b) => depthOf(a) - depthOf(b)).slice(0, MAX_FOLDERS);
}

const MAX_FOLDERS = 60;
const depthOf = (folder: string) => (folder === '' ? 0 : folder.split('/').length);

async function lintersIn(folder: ProjectFolder): Promise<LinterConfig[]> {
  return [
    ...(await nodeLinters(folder)),
    ...(await pythonLinters(folder)),
    ...rustLinters(folder, folder.program('cargo-clippy') !== null),
    ...(await goLinters(folder)),
    ...shellLinters(folder),
  ];
}

function add(result: DetectedLinters, name: string, folder: ProjectFolder, linterConfig: LinterConfig) {
  const { linter, program, template, timeoutMs = minutes(2) } = linterConfig;
  const why = name ? `${linterConfig.why} (in ${name})` : linterConfig.why;
  const programPath = folder.program(program);
  if (!programPath) result.missing.push(`${linter}: ${why}, but ${program} is not installed`);
  else result.commands.push({ linter, folder: name, command: template.replaceAll('{}', programPath), timeoutMs, why });
}

/** A Go module does not include the modules below it. */
const isPerModule = (linter: LinterName) => linter === 'go-vet' || linter === 'golangci-lint';
const isBelow = (folder: string, above: string) => above === '' || folder.startsWith(`${above}/`);

function rustLinters({ names }: ProjectFolder, hasClippy: boolean): LinterConfig[] {
  if (!names.has('Cargo.toml')) return [];
  const verb = hasClippy ? 'clippy' : 'check';
  const template = `{} ${verb} --all-targets --message-format=json`;
  return [{ linter: 'cargo', program: 'cargo', template, why: 'Cargo.toml', timeoutMs: minutes(10) }];
}

/** golangci-lint runs vet itself. */
async function goLinters({ names, read }: ProjectFolder): Promise<LinterConfig[]> {
  const config = ['yml', 'yaml', 'toml', 'json'].map((end) => `.golangci.${end}`).find((name) => names.has(name));
  if (config) {
    const isVersion2 = /^[ \t]*"?version"?\s*[:=]\s*["']?2/m.test((await read(config)) ?? '');
    const output = isVersion2 ? '--output.json.path stdout' : '--out-format json';
    const template = `{} run ${output}`;
    return [{ linter: 'golangci-lint', program: 'golangci-lint', template, why: config, timeoutMs: minutes(5) }];
  }
  if (!names.has('go.mod')) return [];
  return [{ linter: 'go-vet', program: 'go', template: '{} vet -json ./...', why: 'go.mod', timeoutMs: minutes(5) }];
}

function shellLinters({ names }: ProjectFolder): LinterConfig[] {
  if (!names.has('.shellcheckrc')) return [];
  const template = "git ls-files -z '*.sh' '*.bash' | xargs -0 -r {} -f json";
  return [{ linter: 'shellcheck', program: 'shellcheck', template, why: '.shellcheckrc' }];
}
