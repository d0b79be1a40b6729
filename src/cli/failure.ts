import { UsageError } from '../config/errors.ts';
import { EXIT_USAGE } from '../core/outcome.ts';
import { StoreError } from '../store/errors.ts';
import { WorkspaceError } from '../workspace/errors.ts';
import type { CommandContext } from './context.ts';

/** Something outside the loop failed (disk, git, a damaged log), or Jumar itself did. */
const EXIT_FAILED = 70;

/**
 * Says what went wrong and what to try. Anything that was not foreseen is a fault of Jumar's own and shows its stack, so
 * that it can be reported.
 */
export function reportError(error: unknown, { stderr, env }: CommandContext): number {
  if (isForPeople(error)) {
    stderr.write(`jumar: ${error.message}\n`);
    if (error.hint) stderr.write(`  ${error.hint}\n`);
    if (env.JUMAR_DEBUG) stderr.write(`${error.stack}\n`);
    return isUsage(error) ? EXIT_USAGE : EXIT_FAILED;
  }
  stderr.write(`jumar: unexpected failure; nothing recorded is lost, \`jumar resume\` goes on\n`);
  stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return EXIT_FAILED;
}

function isForPeople(error: unknown): error is Error & { hint?: string | null } {
  return error instanceof UsageError || error instanceof StoreError || error instanceof WorkspaceError;
}

const USAGE_CODES = new Set<string>([
  'home-invalid',
  'home-unusable',
  'home-in-workspace',
  'no-workspace',
  'project-mismatch',
  'bad-loop-id',
  'no-loop',
  'ambiguous-loop',
  'locked',
  'unsafe-workspace',
  'unknown-snapshot',
  'does-not-fit',
]);

function isUsage(error: Error): boolean {
  return error instanceof UsageError || ('code' in error && USAGE_CODES.has(String(error.code)));
}
