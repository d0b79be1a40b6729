import { dirname, join, relative, resolve } from 'node:path';
import { type Invocation, invocationsIn } from '../../project/invocations.ts';
import { makeRun } from './make-rules.ts';
import { packageScripts } from './package-scripts.ts';
import type { ProjectFiles } from './project-files.ts';
import { isPlain, type Purpose, purposeOf, runsWork } from './script-purpose.ts';

/** A project file that a command line runs or loads. */
export interface ScriptFile {
  path: string;
  isShell: boolean;
  /** It is loaded before the program, or is a makefile. */
  isLoaded: boolean;
  /** It is the check rather than the work, judging by the name of the script or rule that runs it. */
  judges: boolean;
}

const MAX_DEPTH = 4;
const MAX_SCRIPT = 100_000;
const SHELL = /^(?:sh|bash|dash|zsh|ksh|\.|source)$/;
const INTERPRETER = /^(?:node|deno|bun|tsx|ts-node|python[\d.]*|ruby|perl|php|lua)$/;
const TAKES_VALUE = /^(?:-r|--require|--import|--loader|--experimental-loader|--env-file|-C|--conditions|-W|-X|-I)$/;
/** Flags that run code instead of a file. For shells and python, `-e` and `-E` mean something else. */
const RUNS_TEXT = { shellLike: /^(?:-\w*c|-m)$/, other: /^(?:-\w*e|--eval|-p|--print|--test|--run)$/ };
/** Flags with which a file is only parsed: it is the work, and nothing of it runs. */
const PARSES_ONLY: readonly (readonly [program: RegExp, flag: RegExp])[] = [
  [/^node$/, /^(?:-c|--check)$/],
  [SHELL, /^-\w*n$/],
  [/^(?:ruby|perl)$/, /^-\w*c$/],
  [/^php$/, /^(?:-l|--syntax-check)$/],
];
const TEST_RUNNER = /^(?:mocha|ava|tape|tap|jasmine|jest|vitest|nyc|c8|eslint|pytest)$/;
const LOADS = /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader|--preload|--config|-c)(?:=|\s+)(\S+)/g;

/** Follows a command line through package scripts, make rules and shell scripts to the files that they run. */
export function scriptFiles(command: string, cwd: string, root: string, files: ProjectFiles): Promise<ScriptFile[]> {
  return filesRunBy(command, { root, files, folder: relative(root, cwd), purpose: null, depth: 0 });
}

interface ScriptContext {
  root: string;
  files: ProjectFiles;
  folder: string;
  purpose: Purpose | null;
  depth: number;
}

async function filesRunBy(command: string, outer: ScriptContext): Promise<ScriptFile[]> {
  if (outer.depth > MAX_DEPTH) return [];
  const files: ScriptFile[] = [];
  const context = { ...outer };
  const purpose = isPlain(command) ? outer.purpose : null;
  const [, , quotedOptions, plainOptions] = /\bNODE_OPTIONS=(?:(["'])(.*?)\1|(\S+))/.exec(command) ?? [];
  files.push(...(await loadedFiles({ program: 'node', args: [quotedOptions ?? plainOptions ?? ''] }, context)));
  for (const invocation of invocationsIn(command)) {
    const { program, args } = invocation;
    if (program === 'cd') context.folder = join(context.folder, args[0] ?? '.');
    files.push(...(await filesBehind(invocation, context)), ...(await loadedFiles(invocation, context)));
    const script = scriptOf(invocation);
    const path = script === null ? null : within(context, script);
    const text = path === null ? null : await context.files.text(path);
    if (path === null || text === null) continue;
    const isShell = SHELL.test(program) || isShellScript(path, text);
    files.push({ path, isShell, isLoaded: false, judges: !isShell && purpose !== null && !runsWork(path, purpose) });
    if (isShell) files.push(...(await filesRunIn(path, text, { ...context, purpose: null, depth: context.depth + 1 })));
  }
  return files;
}

/** The files behind a package.json script or a make rule. */
async function filesBehind(invocation: Invocation, context: ScriptContext): Promise<ScriptFile[]> {
  const scripts: ScriptFile[] = [];
  const run = async (name: string, lines: readonly string[], folder: string) => {
    const purpose = purposeOf(name, context.purpose);
    for (const line of lines) {
      scripts.push(...(await filesRunBy(line, { ...context, folder, purpose, depth: context.depth + 1 })));
    }
  };
  for (const { name, lines, folder } of await packageScripts(invocation, context.files, context.folder || '.')) {
    await run(name, lines, folder);
  }
  const make = await makeRun(invocation, context.files, context.folder || '.');
  for (const path of make?.makefiles ?? []) scripts.push({ path, isShell: false, isLoaded: true, judges: true });
  for (const { target, lines } of make?.recipes ?? []) {
    const isComparing = !isPlain(lines.join(';'));
    await run(isComparing ? '' : target, lines, make?.folder ?? '.');
  }
  return scripts;
}

/** The files that a shell script runs, line by line. A line that cannot be parsed on its own is skipped. */
async function filesRunIn(script: string, text: string, outer: ScriptContext): Promise<ScriptFile[]> {
  if (outer.depth > MAX_DEPTH || text.length > MAX_SCRIPT) return [];
  const lines = text.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line));
  const own = lines.some((line) => /^\s*cd\s.*(?:\$0|BASH_SOURCE)/.test(line)) ? dirname(script) : outer.folder;
  const scripts: ScriptFile[] = [];
  const context = { ...outer, folder: own };
  for (const line of lines) {
    scripts.push(...(await filesRunBy(line, context)));
    const [to] = invocationsIn(line).flatMap(({ program, args }) => (program === 'cd' && args[0] ? [args[0]] : []));
    if (to && !to.includes('$')) context.folder = join(context.folder, to);
  }
  return scripts.filter(({ path }, index) => scripts.findIndex((one) => one.path === path) === index);
}

/** Modules that a test runner loads first, and its configuration file if the command names one. */
async function loadedFiles({ program, args }: Invocation, context: ScriptContext): Promise<ScriptFile[]> {
  if (parsesOnly(program, args.slice(0, 1))) return [];
  const runsTests = TEST_RUNNER.test(program) || args.includes('--test');
  if (!runsTests && !(context.purpose && INTERPRETER.test(program))) return [];
  const modules: ScriptFile[] = [];
  for (const [, name = ''] of args.join(' ').matchAll(LOADS)) {
    for (const end of ['', '.js', '.cjs', '.mjs', '.ts']) {
      const path = within(context, name + end);
      if (path !== null && (await context.files.text(path)) !== null) {
        modules.push({ path, isShell: false, isLoaded: true, judges: true });
      }
    }
  }
  return modules;
}

function scriptOf({ program, args }: Invocation): string | null {
  if (program.includes('/')) return program;
  if (!SHELL.test(program) && !INTERPRETER.test(program)) return null;
  const own = args.findIndex((arg, index) => !arg.startsWith('-') && !TAKES_VALUE.test(args[index - 1] ?? ''));
  const runsText = /(?:sh|python[\d.]*)$/.test(program) ? RUNS_TEXT.shellLike : RUNS_TEXT.other;
  if (args.slice(0, own < 0 ? args.length : own).some((arg) => runsText.test(arg))) return null;
  if (parsesOnly(program, args.slice(0, own < 0 ? args.length : own))) return null;
  const script = args[own];
  return (program === 'deno' || program === 'bun') && script === 'run' ? (args[own + 1] ?? null) : (script ?? null);
}

function parsesOnly(program: string, flags: readonly string[]): boolean {
  return PARSES_ONLY.some(([which, flag]) => which.test(program) && flags.some((one) => flag.test(one)));
}

function isShellScript(path: string, text: string): boolean {
  return /\.(?:sh|bash|zsh)$/.test(path) || /^#!.*\b(?:sh|bash|dash|zsh|ksh)\b/.test(text.slice(0, 200));
}

/** Relative to the root; null if it is outside. */
function within({ root, folder }: ScriptContext, path: string): string | null {
  const relativePath = relative(root, resolve(root, folder, path));
  return relativePath === '' || relativePath === '..' || relativePath.startsWith('../') || relativePath.startsWith('/')
    ? null
    : relativePath;
}
