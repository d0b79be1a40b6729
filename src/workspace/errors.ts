import { GitError } from './git.ts';

export type WorkspaceErrorCode =
  | 'git-missing'
  | 'disk-full'
  | 'cancelled'
  | 'no-workspace'
  | 'unsafe-workspace'
  | 'unknown-snapshot'
  | 'inexact'
  /** What was asked cannot be done with this repository as it is. */
  | 'does-not-fit'
  | 'git-failed'
  | 'io-failed';

/** A failure of the workspace that the user must hear of. `paths` names what is affected, where something is. */
export class WorkspaceError extends Error {
  readonly code: WorkspaceErrorCode;
  readonly paths: readonly string[];

  constructor(code: WorkspaceErrorCode, message: string, details: { cause?: unknown; paths?: readonly string[] } = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'WorkspaceError';
    this.code = code;
    this.paths = details.paths ?? [];
  }
}

/** Runs `work`; what it throws reaches the caller as a WorkspaceError that says what was being done. */
export async function explained<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WorkspaceError) throw error;
    throw explain(doing, error);
  }
}

function explain(doing: string, error: unknown): unknown {
  if (error instanceof GitError)
    return new WorkspaceError(codeOf[error.kind], adviceOf(doing, error), { cause: error });
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new WorkspaceError('disk-full', `No space left while ${doing}. Free some disk space and resume.`, {
      cause: error,
    });
  }
  if (error instanceof Error && code && 'syscall' in error) {
    return new WorkspaceError('io-failed', `Failed while ${doing}: ${error.message}`, { cause: error });
  }
  return error;
}

const codeOf = {
  missing: 'git-missing',
  'disk-full': 'disk-full',
  cancelled: 'cancelled',
  failed: 'git-failed',
} as const satisfies Record<GitError['kind'], WorkspaceErrorCode>;

function adviceOf(doing: string, error: GitError): string {
  if (error.kind === 'missing')
    return `git was not found while ${doing}. Install git 2.39 or newer and put it on PATH.`;
  if (error.kind === 'disk-full') return `No space left while ${doing}. Free some disk space and resume.`;
  if (error.kind === 'cancelled') return `Cancelled while ${doing}.`;
  return `git failed while ${doing}: ${error.message}`;
}
