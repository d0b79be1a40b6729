import { JumarError } from '../system/errors.ts';

/** Whether it says what went wrong and what to try. Any other error is a bug in Jumar. */
export function isForPeople(error: unknown): error is JumarError {
  return error instanceof JumarError;
}

/** Whether the user can fix it by asking differently. */
export function isUsage(error: Error): boolean {
  return error instanceof JumarError && USAGE_CODES.has(error.code);
}

const USAGE_CODES = new Set<string>([
  'usage',
  'home-invalid',
  'home-unusable',
  'home-in-workspace',
  'no-workspace',
  'project-mismatch',
  'bad-loop-id',
  'no-loop',
  'not-running',
  'ambiguous-loop',
  'locked',
  'unsafe-workspace',
  'unknown-snapshot',
  'does-not-fit',
  'nothing-to-commit',
]);
