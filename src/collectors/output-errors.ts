import { plainText } from '../core/plain-text.ts';

const LOOKED_AT = 256 * 1024;
const MOST = 20;

/** Compilers end a run before its tests begin, and no report tells of it. */
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

/** Maven's tests run in a process of their own, whose end only Maven can tell. */
const CRASHED: readonly RegExp[] = [
  /^.*The forked VM terminated without .*$/m,
  /^.*Process 'Gradle Test Executor \d+' finished with .*$/m,
];

/** What vitest and jest say of a file without tests: an error to them, but nothing that could not be loaded. */
export function isEmptyFile(error: string): boolean {
  return /No test suite found in file|must contain at least one test/.test(error);
}

/** Each once. */
export function collectionErrorsIn(output: string): string[] {
  const text = plainText(output.slice(-LOOKED_AT));
  const found = COLLECTION_ERRORS.flatMap((pattern) => [...text.matchAll(pattern)].map(([line]) => line.trim()));
  return [...new Set(found)].slice(0, MOST);
}

export function missingRunnerIn(output: string): string | null {
  return firstOf(MISSING, output);
}

export function crashIn(output: string): string | null {
  return firstOf(CRASHED, output);
}

function firstOf(patterns: readonly RegExp[], output: string): string | null {
  const text = plainText(output.slice(-LOOKED_AT));
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match) return match[0].trim();
  }
  return null;
}
