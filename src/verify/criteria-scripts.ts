import { lstat, realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { judgingPart } from './judge-files.ts';
import type { JudgingCommand } from './judging-commands.ts';
import { isNamedIn } from './named-in.ts';
import { filesOnDisk, type ProjectFiles } from './project-files.ts';
import { type ScriptFile, scriptFiles } from './script-files.ts';

/**
 * The files of the project that judging commands run as their checks, relative to the root: `check.sh` in `sh check.sh`, also
 * behind the scripts of a package.json, rules of make and inside of other shell scripts. A program that is itself the work
 * (`node app.js prints …`) is not among them, unless it is run for the number it prints; nor is a file that the task names.
 */
export async function criteriaScripts(
  commands: readonly JudgingCommand[],
  task: string,
  root: string,
): Promise<string[]> {
  const files = filesOnDisk(root);
  const found = new Set<string>();
  for (const { command, cwd, prints } of commands) {
    for (const script of await scriptFiles(command, cwd, root, files)) {
      if (!isProtected(script, prints) || isNamedIn(task, script.path)) continue;
      for (const one of await withTarget(root, join(root, script.path))) found.add(one);
    }
  }
  return [...found].sort();
}

/**
 * What else judges by being run or loaded, though an agent may well have to change it: the program behind `npm test`, the builder behind
 * `npm run build`, what `node --import` loads, parts of a makefile. Nobody undoes its changes; the baseline's version is asked too.
 */
export async function laidScripts(
  commands: readonly JudgingCommand[],
  task: string,
  root: string,
  baseline: ProjectFiles,
): Promise<string[]> {
  const found = new Set<string>();
  for (const { command, cwd, prints } of commands) {
    for (const script of await scriptFiles(command, cwd, root, baseline)) {
      if (script.judges && !isProtected(script, prints) && !isNamedIn(task, script.path)) found.add(script.path);
    }
  }
  return [...found].sort();
}

const CHECK =
  /(?:^|[/._-])(?:checks?|checker|tests?|testing|specs?|verify|verification|verifier|validate|validation|validator|lint|ci|judge|grade|grader|score|scorer|eval|bench|benchmark|assert|e2e|smoke|audit)(?:[/._-]|$)/i;

function isProtected({ path, isShell, isLoaded }: ScriptFile, prints: boolean): boolean {
  return !isLoaded && (prints || isShell || looksLikeCheck(path));
}

function looksLikeCheck(path: string): boolean {
  return CHECK.test(path) || judgingPart(path) === 'whole';
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
