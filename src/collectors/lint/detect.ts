import { detectWorkspaces } from '../../toolchain/workspaces.ts';
import { nodeLinters } from './detect-node.ts';
import { pythonLinters } from './detect-python.ts';
import type { LinterName } from './index.ts';
import { openFolder, projectFolders } from './project-folder.ts';
import { minutes, type ProjectFolder, type WantedLinter } from './wanted.ts';

export interface LintCommand {
  /** How its output is read. */
  linter: LinterName;
  /** Where it runs, relative to the root: empty for the root itself. */
  folder: string;
  /** A shell command; both streams of its output are wanted. */
  command: string;
  timeoutMs: number;
  /** What in the project asks for it: `eslint.config.js`, `[tool.ruff] in pyproject.toml`. */
  why: string;
}

export interface DetectedLinters {
  commands: LintCommand[];
  /** Configured, but cannot be run here. */
  missing: string[];
}

/**
 * The linters and type checkers that the project itself has set up, as commands with output for machines: in the root, and
 * in folders that are projects of their own (a package, another language), where no folder above has set up the same tool.
 * The tree says what runs: whoever judges an agent's work detects before the agent starts.
 */
export async function detectLinters(
  root: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<DetectedLinters> {
  const detected: DetectedLinters = { commands: [], missing: [] };
  const covered: [folder: string, linter: LinterName][] = [];
  for (const name of await foldersOf(root)) {
    const folder = await openFolder(root, name, environment);
    for (const wanted of await wantedIn(folder)) {
      if (covered.some(([above, linter]) => linter === wanted.linter && isBelow(name, above))) continue;
      if (!standsAlone(wanted.linter)) covered.push([name, wanted.linter]);
      await add(detected, name, folder, wanted);
    }
  }
  return detected;
}

/** Also the members of a monorepo that lie deeper, those above first: what is set up there covers what lies below. */
async function foldersOf(root: string): Promise<string[]> {
  const [projects, workspaces] = await Promise.all([projectFolders(root), detectWorkspaces(root)]);
  const all = [...new Set([...projects, ...workspaces.flatMap(({ folders }) => folders)])];
  return all.sort((a, b) => depthOf(a) - depthOf(b)).slice(0, MOST_FOLDERS);
}

const MOST_FOLDERS = 60;
const depthOf = (folder: string) => (folder === '' ? 0 : folder.split('/').length);

async function wantedIn(folder: ProjectFolder): Promise<WantedLinter[]> {
  return [
    ...(await nodeLinters(folder)),
    ...(await pythonLinters(folder)),
    ...rustLinters(folder, (await folder.program('cargo-clippy')) !== null),
    ...(await goLinters(folder)),
    ...shellLinters(folder),
  ];
}

async function add(detected: DetectedLinters, name: string, folder: ProjectFolder, wanted: WantedLinter) {
  const { linter, program, template, timeoutMs = minutes(2) } = wanted;
  const why = name ? `${wanted.why} (in ${name})` : wanted.why;
  const found = await folder.program(program);
  if (!found) detected.missing.push(`${linter}: ${why}, but ${program} is not installed`);
  else detected.commands.push({ linter, folder: name, command: template.replaceAll('{}', found), timeoutMs, why });
}

/** A Go module does not look into the modules beneath it. */
const standsAlone = (linter: LinterName) => linter === 'go-vet' || linter === 'golangci-lint';
const isBelow = (folder: string, above: string) => above === '' || folder.startsWith(`${above}/`);

function rustLinters({ names }: ProjectFolder, hasClippy: boolean): WantedLinter[] {
  if (!names.has('Cargo.toml')) return [];
  const verb = hasClippy ? 'clippy' : 'check';
  const template = `{} ${verb} --all-targets --message-format=json`;
  return [{ linter: 'cargo', program: 'cargo', template, why: 'Cargo.toml', timeoutMs: minutes(10) }];
}

/** golangci-lint runs vet itself. */
async function goLinters({ names, read }: ProjectFolder): Promise<WantedLinter[]> {
  const config = ['yml', 'yaml', 'toml', 'json'].map((end) => `.golangci.${end}`).find((name) => names.has(name));
  if (config) {
    const second = /^[ \t]*"?version"?\s*[:=]\s*["']?2/m.test((await read(config)) ?? '');
    const output = second ? '--output.json.path stdout' : '--out-format json';
    const template = `{} run ${output}`;
    return [{ linter: 'golangci-lint', program: 'golangci-lint', template, why: config, timeoutMs: minutes(5) }];
  }
  if (!names.has('go.mod')) return [];
  return [{ linter: 'go-vet', program: 'go', template: '{} vet -json ./...', why: 'go.mod', timeoutMs: minutes(5) }];
}

function shellLinters({ names }: ProjectFolder): WantedLinter[] {
  if (!names.has('.shellcheckrc')) return [];
  const template = "git ls-files -z '*.sh' '*.bash' | xargs -0 -r {} -f json";
  return [{ linter: 'shellcheck', program: 'shellcheck', template, why: '.shellcheckrc' }];
}
