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
  | 'lock-lost'
  | 'tampered'
  | 'damaged'
  | 'newer-version'
  | 'bad-event';

/** A failure of the state folder that the user must hear of: what happened, to what, and what to try. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;
  readonly hint: string;

  constructor(code: StoreErrorCode, message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.code = code;
    this.hint = hint;
  }
}

export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * The StoreError for a failed file operation, such as `writeFailure(error, 'write', path)`. A StoreError is kept as it
 * is; what is no failure of the file system is a bug and is thrown on.
 */
export function writeFailure(cause: unknown, action: string, path: string): StoreError {
  if (cause instanceof StoreError) return cause;
  const errno = errnoOf(cause);
  if (errno === undefined) throw cause;
  if (diskFull.has(errno)) {
    return new StoreError('disk-full', `cannot ${action} ${path}: ${diskFull.get(errno)} (${errno})`, spaceHint, {
      cause,
    });
  }
  return new StoreError('unwritable', `cannot ${action} ${path}: ${errno}`, reasons[errno] ?? accessHint, { cause });
}

export function readFailure(cause: unknown, path: string): StoreError {
  if (cause instanceof StoreError) return cause;
  const errno = errnoOf(cause);
  if (errno === undefined) throw cause;
  return new StoreError('unreadable', `cannot read ${path}: ${errno}`, reasons[errno] ?? accessHint, { cause });
}

const diskFull = new Map([
  ['ENOSPC', 'no space left'],
  ['EDQUOT', 'disk quota exceeded'],
  ['EFBIG', 'file size limit reached'],
]);

const spaceHint = 'free some space, then try again; `jumar resume` continues a loop';
const accessHint = 'check that the folder belongs to you and can be read and written';

const reasons: Record<string, string> = {
  ENOENT: 'the folder above is missing or takes nothing new: make it, or set JUMAR_HOME elsewhere',
  ENOTDIR: 'a part of that path is a file, not a folder: remove it or set JUMAR_HOME elsewhere',
  EEXIST: 'a file is in the way: remove it or set JUMAR_HOME elsewhere',
  EROFS: 'the file system is read-only: set JUMAR_HOME to a folder that can be written',
  ELOOP: 'it is a symbolic link, which is not followed here: put the file itself back',
  ESPIPE: 'a pipe or a device is where a file should be: remove it',
  EISDIR: 'a folder is where a file should be: remove it',
};
