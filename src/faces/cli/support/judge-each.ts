import { AuditProblem, isBlocking } from '../../../app/audit.ts';
import { type AuditedCommit, auditEach } from '../../../app/audit-each.ts';
import { eachJson, eachTable } from '../../reports/audit/each-text.ts';
import { text } from '../../reports/audit/text.ts';
import type { AuditContext, AuditOptions } from './judge-diff.ts';
import { say } from './output.ts';

/** Judges a range commit by commit, as each is done. Returns 0 clean, 1 if one blocks, 2 usage, 7 if one could not be judged. */
export async function judgeEach(
  { env, cwd, stdout, stderr }: AuditContext,
  range: string | undefined,
  { format = 'text', task, strict, staged, working, pr, mutants }: AuditOptions,
): Promise<number> {
  const note = (words: string) => void stderr.write(`jumar audit: ${words}\n`);
  if (range === undefined || staged || working || pr || (format !== 'text' && format !== 'json')) {
    note('--each needs a range such as main..HEAD, and prints text or json.');
    return 2;
  }
  if (mutants) {
    note('--mutants judges one range, not --each commit.');
    return 2;
  }
  const commits: AuditedCommit[] = [];
  try {
    for await (const one of auditEach({ env, cwd, note }, { range, task, strict })) {
      commits.push(one);
      if (format === 'text' && one.report?.findings.some(isBlocking)) {
        say({ stdout, env }, `${one.commit.slice(0, 10)} ${one.subject}\n${text(one.report, false)}\n`);
      }
    }
  } catch (error) {
    if (!(error instanceof AuditProblem)) throw error;
    note(error.message);
    return error.isUsage ? 2 : 7;
  }
  if (format === 'json') stdout.write(eachJson(commits));
  else say({ stdout, env }, eachTable(commits));
  if (commits.some(({ report }) => report?.findings.some(isBlocking))) return 1;
  return commits.some(({ report }) => report === null) ? 7 : 0;
}
