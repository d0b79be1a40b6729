import { plainText } from '../../core/text/plain-text.ts';
import { hasAlternative, invocationsIn } from '../../project/invocations.ts';
import { type Judgement, unmeasured } from './judgement.ts';
import { missingProgram } from './missing-program.ts';
import { missingFile, missingScript } from './missing-script.ts';

/**
 * The judgement on a command that, entirely or in part, does not exist; null if it ran. A program that is not installed
 * is `not-found`, a script, target or manifest that the project does not have is `no-script`, a file `unreadable`.
 *
 * Error messages count even with exit 0, because `! tool`, `tool | cat` and `tool || true` succeed without the tool.
 * They do not count if `||` has a real fallback, or for a plain command that exits 0.
 */
export function couldNotRun(command: string, exitCode: number | null, output: string): Judgement | null {
  const isShellError = exitCode === 127 || exitCode === 126;
  if (exitCode === 0 && !/[|;&!\n]/.test(command)) return null;
  if (!isShellError && hasAlternative(command)) return null;
  const lines = linesOf(output);
  if (exitCode === 127 && lines.length === 0) return unmeasured('not-found', `command not found: ${command}`);

  const invocations = invocationsIn(command);
  const program = missingProgram(invocations, lines, isShellError);
  if (program) return unmeasured('not-found', program);
  const script = missingScript(invocations, lines);
  if (script) return unmeasured('no-script', script);
  const file = missingFile(invocations, lines);
  return file ? unmeasured('unreadable', file) : null;
}

/** The output line in which a program of the command line says that one of its arguments does not exist. */
export function missingArgument(command: string, output: string): string | null {
  const invocations = invocationsIn(command);
  const namesArgument = (line: string) =>
    invocations.some(
      ({ program, args }) =>
        line.startsWith(`${program.replace(/^.*\//, '')}: `) && args.some((arg) => arg !== '' && line.includes(arg)),
    );
  return linesOf(output).find((line) => /: No such file or directory$/i.test(line) && namesArgument(line)) ?? null;
}

/** No relevant message is longer. */
const MAX_LENGTH = 1000;

function linesOf(output: string): string[] {
  return plainText(output)
    .split('\n')
    .filter((line) => line.trim() !== '' && line.length <= MAX_LENGTH);
}
