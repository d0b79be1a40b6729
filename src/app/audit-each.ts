import { git } from '../system/git.ts';
import { AuditProblem, type AuditReport, auditDiff, type DiffToJudge } from './audit.ts';
import type { AppContext } from './context.ts';

/** One commit of a range, judged by itself. */
export interface AuditedCommit {
  commit: string;
  subject: string;
  /** Null if it could not be judged; `problem` says why. */
  report: AuditReport | null;
  problem: string | null;
}

/** Judges every commit of a range by itself, oldest first. Merges are left out: their parents are judged. */
export async function* auditEach(
  context: AppContext,
  { range, task, strict }: Pick<DiffToJudge, 'task' | 'strict'> & { range: string },
): AsyncGenerator<AuditedCommit> {
  for (const { commit, subject } of await commitsIn(context.cwd, range)) {
    try {
      yield { commit, subject, report: await auditDiff(context, { range: commit, task, strict }), problem: null };
    } catch (error) {
      if (!(error instanceof AuditProblem)) throw error;
      yield { commit, subject, report: null, problem: error.message };
    }
  }
}

async function commitsIn(cwd: string, range: string): Promise<{ commit: string; subject: string }[]> {
  if (range.startsWith('-') || !range.includes('..')) {
    throw new AuditProblem(`--each needs a range such as main..HEAD, not "${range}".`, true);
  }
  const args = ['log', '--reverse', '--no-merges', '--format=%H%x09%s', '--end-of-options', range];
  const { stdout } = await git(args, { cwd }).catch((error: Error) => {
    throw new AuditProblem(`git does not know the range ${range}: ${error.message}`, true, { cause: error });
  });
  const lines = stdout.toString().split('\n').filter(Boolean);
  if (lines.length === 0) throw new AuditProblem(`${range} has no commits: there is nothing to judge.`, true);
  return lines.map((line) => {
    const [commit = '', ...subject] = line.split('\t');
    return { commit, subject: subject.join(' ') };
  });
}
