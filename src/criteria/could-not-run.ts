import { plainText } from '../core/plain-text.ts';
import { hasAlternative, invocationsIn } from './invocations.ts';
import { type Judgement, unmeasured } from './judgement.ts';
import { missingProgram } from './missing-program.ts';
import { missingScript } from './missing-script.ts';

/**
 * What a command's run is worth where the command, or a part of it, was never there; null where it ran. A program that
 * is not installed is `not-found`, a script or target that the project does not have (yet) is `unreadable`.
 *
 * Messages count with exit 0 too, for `! tool`, `tool | cat` and `tool || true` succeed where there is no tool; not
 * where `||` has a real answer, and not for a plain command, which has run if it exits 0.
 */
export function couldNotRun(command: string, exitCode: number | null, output: string): Judgement | null {
  const failed = exitCode === 127 || exitCode === 126;
  if (exitCode === 0 && !/[|;&!\n]/.test(command)) return null;
  if (!failed && hasAlternative(command)) return null;
  const lines = linesOf(output);
  if (exitCode === 127 && lines.length === 0) return unmeasured('not-found', `command not found: ${command}`);

  const invocations = invocationsIn(command);
  const program = missingProgram(invocations, lines, failed);
  if (program) return unmeasured('not-found', program);
  const script = missingScript(invocations, lines);
  return script ? unmeasured('unreadable', script) : null;
}

/** In which a program of the command line says that one of its arguments does not exist. */
export function absentArgument(command: string, output: string): string | null {
  const invocations = invocationsIn(command);
  const says = (line: string) =>
    invocations.some(
      ({ program, args }) =>
        line.startsWith(`${program.replace(/^.*\//, '')}: `) && args.some((arg) => arg !== '' && line.includes(arg)),
    );
  return linesOf(output).find((line) => /: No such file or directory$/i.test(line) && says(line)) ?? null;
}

/** No message of interest is longer. */
const LONGEST = 1000;

function linesOf(output: string): string[] {
  return plainText(output)
    .split('\n')
    .filter((line) => line.trim() !== '' && line.length <= LONGEST);
}
