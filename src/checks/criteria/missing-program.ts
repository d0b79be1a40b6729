import type { Invocation } from '../../project/invocations.ts';

/** `sh: 1: foo: not found`, `/bin/sh: line 1: foo: command not found`, `zsh:1: command not found: foo`. */
const NOT_FOUND =
  /^\S*sh(?::|: line )? ?\d*: (?:exec: )?(?:(.+): (?:(?:command )?not found|No such file or directory)|command not found: (.+))$/;
const NOT_ALLOWED =
  /^\S*sh(?::|: line )? ?\d*: (?:exec: )?(.+): (?:Permission denied|cannot execute.*|Is a directory|.*bad interpreter.*|not executable.*)$/i;
/** `env: ‘foo’: No such file or directory`, `timeout: failed to run command 'foo': …`. */
const NOT_STARTED =
  /^(?:timeout|env|nohup|nice|xargs|sudo|setsid|stdbuf|time): (?:failed to (?:run command|execute) |cannot run )?['‘"]?(.+?)['’"]?: (?:No such file or directory|command not found)$/;
/** npm's messages if a package for `npx` is neither installed nor available. */
const NOT_INSTALLED =
  /^npm (?:error|ERR!) (?:npx canceled due to missing packages|could not determine executable|code (?:E404|ETARGET|ENOTFOUND|EAI_AGAIN|ECONNREFUSED))|This is not the tsc command you are looking for/;

/**
 * A message about the program that is missing. The output must name a program of the command line itself: a test suite
 * that exits 127 because of something inside it did run, and failed.
 */
export function missingProgram(
  invocations: readonly Invocation[],
  lines: readonly string[],
  isShellError: boolean,
): string | null {
  const programs = new Set(invocations.map(({ program }) => program));
  for (const line of lines) {
    const [, before, after] = NOT_FOUND.exec(line) ?? NOT_STARTED.exec(line) ?? [];
    const name = before ?? after;
    if (name !== undefined && programs.has(name)) return `command not found: ${name}`;
    const notExecutable = isShellError ? NOT_ALLOWED.exec(line)?.[1] : undefined;
    if (notExecutable !== undefined && programs.has(notExecutable)) return `command not executable: ${notExecutable}`;
  }
  return missingModule(invocations, lines) ?? missingPackage(invocations, lines);
}

function missingModule(invocations: readonly Invocation[], lines: readonly string[]): string | null {
  for (const { program, args } of invocations) {
    const module = /^\S*python[\d.]*$/.test(program) ? args[args.indexOf('-m') + 1] : undefined;
    if (!module || !args.includes('-m')) continue;
    const isComplaint = (line: string) =>
      /^.*python[\d.]*: /.test(line) &&
      (line.endsWith(`No module named ${module}`) || line.includes(`module specification for '${module}'`));
    if (lines.some(isComplaint)) return `python module not found: ${module}`;
  }
  return null;
}

function missingPackage(invocations: readonly Invocation[], lines: readonly string[]): string | null {
  const index = invocations.findIndex(
    ({ program, args }) => program === 'npx' || (program === 'npm' && /^(?:exec|x)$/.test(args[0] ?? '')),
  );
  if (index < 0 || !lines.some((line) => NOT_INSTALLED.test(line))) return null;
  return `not installed: ${invocations[index + 1]?.program ?? 'the package for npx'}`;
}
