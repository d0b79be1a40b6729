import { plainText } from '../core/text/plain-text.ts';

const TAIL_CHARS = 256 * 1024;
const MAX_ERRORS = 20;

/** Compile errors end a run before its tests, and no report mentions them. */
const COLLECTION_ERRORS: readonly RegExp[] = [
  /^FAIL\t\S+ \[(?:build|setup) failed\]$/gm,
  /^error: could not compile `[^`]+`.*$/gm,
  /^\[ERROR\] COMPILATION ERROR ?:.*$/gm,
  /^Execution failed for task ':[^']*compile\w*'\.$/gm,
  /^PHP (?:Parse|Fatal) error: .*$/gm,
];

const MISSING: readonly RegExp[] = [
  /^.*: (?:command )?not found$/m,
  /^.*No module named '?(?:pytest|unittest|nose2?)'?$/m,
  /^npm (?:ERR!|error) Missing script: .*$/m,
  /^error: no such command: `\w+`$/m,
];

/** Build tools run tests in a separate process; only they know how it ended. */
const CRASHES: readonly RegExp[] = [
  /^.*The forked VM terminated without .*$/m,
  /^.*Process 'Gradle Test Executor \d+' finished with .*$/m,
];

/** vitest and jest report a file without tests as an error, although it could be loaded. */
export function isEmptyFile(error: string): boolean {
  return /No test suite found in file|must contain at least one test/.test(error);
}

/** Without duplicates. */
export function collectionErrorsIn(output: string): string[] {
  const text = plainText(output.slice(-TAIL_CHARS));
  const lines = COLLECTION_ERRORS.flatMap((pattern) => [...text.matchAll(pattern)].map(([line]) => line.trim()));
  return [...new Set(lines)].slice(0, MAX_ERRORS);
}

export function missingRunnerIn(output: string): string | null {
  return firstOf(MISSING, output);
}

export function crashIn(output: string): string | null {
  return firstOf(CRASHES, output);
}

function firstOf(patterns: readonly RegExp[], output: string): string | null {
  const text = plainText(output.slice(-TAIL_CHARS));
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match) return match[0].trim();
  }
  return null;
}
