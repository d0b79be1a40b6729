import { diskFullReason, errnoOf, JumarError } from '../system/errors.ts';
import { GitError, type GitFailure } from '../system/git.ts';

export type WorkspaceErrorCode =
  | GitFailure
  | 'no-workspace'
  | 'unsafe-workspace'
  | 'unknown-snapshot'
  | 'inexact'
  /** The repository's current state does not allow the request. */
  | 'does-not-fit'
  | 'nothing-to-commit'
  | 'io-failed';

/** A failure of the workspace. `paths` names the affected files, if any. */
export class WorkspaceError extends JumarError<WorkspaceErrorCode> {
  override readonly name = 'WorkspaceError';
  readonly paths: readonly string[];

  constructor(code: WorkspaceErrorCode, message: string, details: { cause?: unknown; paths?: readonly string[] } = {}) {
    super(code, message, null, details.cause === undefined ? undefined : { cause: details.cause });
    this.paths = details.paths ?? [];
  }
}

/** Runs `work` and turns its errors into a WorkspaceError that says what was being done. */
export async function withContext<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WorkspaceError) throw error;
    throw explain(doing, error);
  }
}

function explain(doing: string, error: unknown): unknown {
  if (error instanceof GitError) return new WorkspaceError(error.code, adviceOf(doing, error), { cause: error });
  if (diskFullReason(error) !== null) return new WorkspaceError('disk-full', diskFullAdvice(doing), { cause: error });
  if (error instanceof Error && errnoOf(error) !== undefined && 'syscall' in error) {
    return new WorkspaceError('io-failed', `Failed while ${doing}: ${error.message}`, { cause: error });
  }
  return error;
}

function adviceOf(doing: string, error: GitError): string {
  if (error.code === 'git-missing')
    return `git was not found while ${doing}. Install git 2.39 or newer and put it on PATH.`;
  if (error.code === 'disk-full') return diskFullAdvice(doing);
  if (error.code === 'cancelled') return `Cancelled while ${doing}.`;
  return `git failed while ${doing}: ${error.message}`;
}

function diskFullAdvice(doing: string): string {
  return `No space left while ${doing}. Free some disk space and resume.`;
}
