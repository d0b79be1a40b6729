import { lstat, realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { judgingPart } from './judge-files.ts';
import type { JudgingCommand } from './judging-commands.ts';
import { isNamedIn } from './named-in.ts';
import { filesOnDisk, type ProjectFiles } from './project-files.ts';
import { type ScriptFile, scriptFiles } from './script-files.ts';

/**
 * The project files that judging commands run as checks, relative to the root: `check.sh` in `sh check.sh`, also through
 * package.json scripts, make rules and other shell scripts. A program that is itself the work (`node app.js prints …`) is
 * not included unless it is run for the number it prints. Neither is a file that the task names.
 */
export async function criteriaScripts(
  commands: readonly JudgingCommand[],
  task: string,
  root: string,
): Promise<string[]> {
  const files = filesOnDisk(root);
  const paths = new Set<string>();
  for (const { command, cwd, prints } of commands) {
    for (const script of await scriptFiles(command, cwd, root, files)) {
      if (!isProtected(script, prints) || isNamedIn(task, script.path)) continue;
      for (const one of await withTarget(root, join(root, script.path))) paths.add(one);
    }
  }
  return [...paths].sort();
}

/**
 * Other files that judge by being run or loaded, but that an agent may have to change: the program behind `npm test`, the
 * builder behind `npm run build`, modules loaded by `node --import`, included makefiles. Their changes are not undone; the
 * checks also run with the baseline's version.
 */
export async function overlayScripts(
  commands: readonly JudgingCommand[],
  task: string,
  root: string,
  baseline: ProjectFiles,
): Promise<string[]> {
  const paths = new Set<string>();
  for (const { command, cwd, prints } of commands) {
    for (const script of await scriptFiles(command, cwd, root, baseline)) {
      if (script.judges && !isProtected(script, prints) && !isNamedIn(task, script.path)) paths.add(script.path);
    }
  }
  return [...paths].sort();
}

const CHECK =
  /(?:^|[/._-])(?:checks?|checker|tests?|testing|specs?|verify|verification|verifier|validate|validation|validator|lint|ci|judge|grade|grader|score|scorer|eval|bench|benchmark|assert|e2e|smoke|audit)(?:[/._-]|$)/i;

function isProtected({ path, isShell, isLoaded }: ScriptFile, prints: boolean): boolean {
  return !isLoaded && (prints || isShell || looksLikeCheck(path));
}

function looksLikeCheck(path: string): boolean {
  return CHECK.test(path) || judgingPart(path) === 'whole';
}

/** Protecting a link alone is not enough, so its target is included. */
async function withTarget(root: string, file: string): Promise<string[]> {
  const link = await lstat(file).then((stats) => stats.isSymbolicLink());
  const real = link ? await realpath(file) : file;
  const realFolder = await realpath(dirname(file));
  const all = [file, real, join(realFolder, file.slice(file.lastIndexOf('/') + 1))];
  return [...new Set(all.filter((one) => isInside(root, one)).map((one) => relative(root, one)))];
}

function isInside(root: string, file: string): boolean {
  const relativePath = relative(root, file);
  return (
    relativePath !== '' && relativePath !== '..' && !relativePath.startsWith('../') && !relativePath.startsWith('/')
  );
}
