/**
 * An expected failure to show to the user: what happened, to what, and what to try. Any other error is a bug in Jumar.
 */
export class JumarError<Code extends string = string> extends Error {
  override readonly name: string = 'JumarError';
  readonly code: Code;
  readonly hint: string | null;

  constructor(code: Code, message: string, hint: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.hint = hint;
  }
}

export type StoreErrorCode =
  | 'home-invalid'
  | 'home-unusable'
  | 'home-in-workspace'
  | 'no-workspace'
  | 'project-mismatch'
  | 'bad-loop-id'
  | 'no-loop'
  | 'ambiguous-loop'
  | 'disk-full'
  | 'unwritable'
  | 'unreadable'
  | 'locked'
  | 'not-running'
  | 'lock-lost'
  | 'log-moved'
  | 'tampered'
  | 'damaged'
  | 'newer-version'
  | 'bad-event';

/** A failure of the state folder. */
export class StoreError extends JumarError<StoreErrorCode> {
  override readonly name = 'StoreError';
}

/** The code of a failed system call, for example `ENOENT`. */
export function errnoOf(error: unknown): string | undefined {
  if (error instanceof JumarError) return undefined;
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * The StoreError for a failed file operation: `writeFailure(error, 'write', path)`. Returns a StoreError unchanged.
 * Rethrows an error that does not come from the file system: it is a bug.
 */
export function writeFailure(cause: unknown, action: string, path: string): StoreError {
  if (cause instanceof StoreError) return cause;
  const errno = errnoOf(cause);
  if (errno === undefined) throw cause;
  const full = diskFullReason(cause);
  if (full !== null) {
    return new StoreError('disk-full', `cannot ${action} ${path}: ${full} (${errno})`, spaceHint, { cause });
  }
  return new StoreError('unwritable', `cannot ${action} ${path}: ${errno}`, reasons[errno] ?? accessHint, { cause });
}

export function readFailure(cause: unknown, path: string): StoreError {
  if (cause instanceof StoreError) return cause;
  const errno = errnoOf(cause);
  if (errno === undefined) throw cause;
  return new StoreError('unreadable', `cannot read ${path}: ${errno}`, reasons[errno] ?? accessHint, { cause });
}

/** How a call ran out of disk space; null if it failed for another reason. */
export function diskFullReason(error: unknown): string | null {
  return diskFull.get(errnoOf(error) ?? '') ?? null;
}

/** Whether a program's output says that the disk is full. */
export function saysDiskFull(words: string): boolean {
  return /No space left on device|Disk quota exceeded|File too large/.test(words);
}

const diskFull = new Map([
  ['ENOSPC', 'no space left'],
  ['EDQUOT', 'disk quota exceeded'],
  ['EFBIG', 'file size limit reached'],
]);

const spaceHint = 'free some space, then try again; `jumar resume` continues a loop';
const accessHint = 'check that the folder belongs to you and can be read and written';

const reasons: Record<string, string> = {
  ENOENT: 'the parent folder is missing or not writable: create it, or set JUMAR_HOME to another folder',
  ENOTDIR: 'part of that path is a file, not a folder: remove it, or set JUMAR_HOME to another folder',
  EEXIST: 'a file is in the way: remove it, or set JUMAR_HOME to another folder',
  EROFS: 'the file system is read-only: set JUMAR_HOME to a writable folder',
  ELOOP: 'it is a symbolic link, which is not followed here: replace it with the file itself',
  ESPIPE: 'it is a pipe or a device, not a file: remove it',
  EISDIR: 'it is a folder, not a file: remove it',
};
