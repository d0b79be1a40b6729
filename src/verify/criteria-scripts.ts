import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type Invocation, invocationsIn } from '../criteria/invocations.ts';
import { foldersUpwards } from '../toolchain/folders-upwards.ts';
import { judgingPart } from './judge-files.ts';
import type { JudgingCommand } from './judging-commands.ts';
import { isNamedIn } from './named-in.ts';

/**
 * The files of the project that judging commands run as their checks, relative to the root: `check.sh` in `sh check.sh`, also
 * behind the scripts of a package.json and inside of other shell scripts. A program that is itself the work
 * (`node app.js prints …`) is not among them, unless it is run for the number it prints; nor is a file that the task names.
 */
export async function criteriaScripts(
  commands: readonly JudgingCommand[],
  task: string,
  root: string,
): Promise<string[]> {
  const found = new Set<string>();
  for (const { command, cwd, prints } of commands) {
    for (const { file, isShell } of await filesRunBy(command, root, cwd, 0)) {
      const path = relative(root, file);
      if ((prints || isShell || looksLikeCheck(path)) && !isNamedIn(task, path)) {
        for (const one of await withTarget(root, file)) found.add(one);
      }
    }
  }
  return [...found].sort();
}

interface Script {
  file: string;
  isShell: boolean;
}

const DEEPEST = 4;
const MAX_SCRIPT = 100_000;
const SHELL = /^(?:sh|bash|dash|zsh|ksh|\.|source)$/;
const INTERPRETER = /^(?:node|deno|bun|tsx|ts-node|python[\d.]*|ruby|perl|php|lua)$/;
const TAKES_VALUE = /^(?:-r|--require|--import|--loader|--env-file|-C|--conditions|-W|-X|-I)$/;
/** Flags with which there is no file to run. For shells and python `-e` and `-E` are something else. */
const RUNS_TEXT = { named: /^(?:-\w*c|-m)$/, other: /^(?:-\w*e|--eval|-p|--print|--test)$/ };
const MANAGER = /^(?:npm|pnpm|yarn|bun)$/;
const CHECK =
  /(?:^|[/._-])(?:checks?|checker|tests?|testing|specs?|verify|verification|verifier|validate|validation|validator|lint|ci|judge|grade|grader|score|scorer|eval|bench|benchmark|assert|e2e|smoke|audit)(?:[/._-]|$)/i;

function looksLikeCheck(path: string): boolean {
  return CHECK.test(path) || judgingPart(path) === 'whole';
}

async function filesRunBy(command: string, root: string, cwd: string, depth: number): Promise<Script[]> {
  if (depth > DEEPEST) return [];
  const found: Script[] = [];
  let folder = cwd;
  for (const invocation of invocationsIn(command)) {
    const { program, args } = invocation;
    if (program === 'cd') folder = resolve(folder, args[0] ?? '.');
    else if (MANAGER.test(program)) found.push(...(await packageScript(invocation, root, folder, depth)));
    const script = scriptOf(invocation);
    const file = script && resolve(folder, script);
    if (!file || !isInside(root, file)) continue;
    const there = await stat(file).catch(() => null);
    if (!there?.isFile()) continue;
    const isShell = SHELL.test(program) || (await isShellScript(file));
    found.push({ file, isShell });
    if (isShell) found.push(...(await filesRunIn(file, root, folder, depth + 1)));
  }
  return found;
}

/** What a shell script runs in turn, line by line: a line that cannot be understood alone names nothing. */
async function filesRunIn(script: string, root: string, cwd: string, depth: number): Promise<Script[]> {
  const text = await readFile(script, 'utf8').catch(() => '');
  if (depth > DEEPEST || text.length > MAX_SCRIPT) return [];
  const lines = text.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line));
  const own = lines.some((line) => /^\s*cd\s.*(?:\$0|BASH_SOURCE)/.test(line)) ? dirname(script) : cwd;
  const found: Script[] = [];
  let folder = own;
  for (const line of lines) {
    found.push(...(await filesRunBy(line, root, folder, depth)));
    const [to] = invocationsIn(line).flatMap(({ program, args }) => (program === 'cd' && args[0] ? [args[0]] : []));
    if (to && !to.includes('$')) folder = resolve(folder, to);
  }
  return found.filter(({ file }, index) => found.findIndex((one) => one.file === file) === index);
}

function scriptOf({ program, args }: Invocation): string | null {
  if (program.includes('/')) return program;
  if (!SHELL.test(program) && !INTERPRETER.test(program)) return null;
  const own = args.findIndex((arg, index) => !arg.startsWith('-') && !TAKES_VALUE.test(args[index - 1] ?? ''));
  const runsText = /(?:sh|python[\d.]*)$/.test(program) ? RUNS_TEXT.named : RUNS_TEXT.other;
  if (args.slice(0, own < 0 ? args.length : own).some((arg) => runsText.test(arg))) return null;
  const script = args[own];
  return (program === 'deno' || program === 'bun') && script === 'run' ? (args[own + 1] ?? null) : (script ?? null);
}

/** `npm test`, `npm run check`, with what npm runs before and after it. */
async function packageScript({ args }: Invocation, root: string, folder: string, depth: number): Promise<Script[]> {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const [first = '', second] = words;
  const name = /^run(?:-script)?$/.test(first) ? second : /^(?:t|tst)$/.test(first) ? 'test' : first;
  if (!name) return [];
  for (const place of foldersUpwards(root, folder)) {
    const text = await readFile(join(place, 'package.json'), 'utf8').catch(() => null);
    if (text === null) continue;
    const scripts = scriptsIn(text);
    const lines = [`pre${name}`, name, `post${name}`].flatMap((one) => scripts[one] ?? []);
    return (await Promise.all(lines.map((line) => filesRunBy(line, root, place, depth + 1)))).flat();
  }
  return [];
}

function scriptsIn(text: string): Record<string, string> {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: Record<string, string> };
    return typeof scripts === 'object' && scripts !== null ? scripts : {};
  } catch {
    return {};
  }
}

async function isShellScript(file: string): Promise<boolean> {
  if (/\.(?:sh|bash|zsh)$/.test(file)) return true;
  const text = await readFile(file, 'latin1').catch(() => '');
  return /^#!.*\b(?:sh|bash|dash|zsh|ksh)\b/.test(text.slice(0, 200));
}

/** A link alone protects nothing: what it leads to counts too. */
async function withTarget(root: string, file: string): Promise<string[]> {
  const link = await lstat(file).then((stats) => stats.isSymbolicLink());
  const real = link ? await realpath(file) : file;
  const way = await realpath(dirname(file));
  const all = [file, real, join(way, file.slice(file.lastIndexOf('/') + 1))];
  return [...new Set(all.filter((one) => isInside(root, one)).map((one) => relative(root, one)))];
}

function isInside(root: string, file: string): boolean {
  const way = relative(root, file);
  return way !== '' && way !== '..' && !way.startsWith('../') && !way.startsWith('/');
}
