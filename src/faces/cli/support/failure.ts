import { isForPeople, isUsage } from '../../../app/failures.ts';
import { EXIT_USAGE } from '../../../core/state/outcome.ts';
import type { CommandContext } from './context.ts';

/** Something outside the loop failed (disk, git, a damaged log), or Jumar has a bug. */
const EXIT_FAILED = 70;

/**
 * Prints what went wrong and what to try. An unexpected error is a bug in Jumar and prints its stack, so that users can
 * report it.
 */
export function reportError(error: unknown, { stderr, env }: CommandContext): number {
  if (isForPeople(error)) {
    stderr.write(`jumar: ${error.message}\n`);
    if (error.hint) stderr.write(`  ${error.hint}\n`);
    if (env.JUMAR_DEBUG) stderr.write(`${error.stack}\n`);
    return isUsage(error) ? EXIT_USAGE : EXIT_FAILED;
  }
  stderr.write(`jumar: unexpected failure; recorded work is safe, continue with \`jumar resume\`\n`);
  stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return EXIT_FAILED;
}
