import { isBlocking } from '../../../app/audit.ts';
import type { AuditedCommit } from '../../../app/audit-each.ts';
import { oneLine } from './report.ts';

const SHORT = 10;

/** The table at the end of `audit --each`: one row per commit, and how many block. */
export function eachTable(commits: readonly AuditedCommit[]): string {
  const rows = commits.map((one) => [one.commit.slice(0, SHORT), verdictOf(one), oneLine(one.subject)] as const);
  const width = Math.max(...rows.map(([, verdict]) => verdict.length));
  const lines = rows.map(([commit, verdict, subject]) => `${commit}  ${verdict.padEnd(width)}  ${subject}`);
  const blocked = commits.filter(({ report }) => report?.findings.some(isBlocking)).length;
  const unjudged = commits.filter(({ report }) => report === null).length;
  const also = unjudged > 0 ? `, ${unjudged} not judged` : '';
  return `${[...lines, '', `${blocked} of ${commits.length} commits with blocking findings${also}.`].join('\n')}\n`;
}

function verdictOf({ report, problem }: AuditedCommit): string {
  if (!report) return `not judged: ${problem}`;
  const blocking = report.findings.filter(isBlocking).length;
  const warnings = report.findings.filter((one) => !isBlocking(one) && one.severity !== 'low').length;
  const parts = [
    blocking > 0 && `${blocking} blocking`,
    warnings > 0 && `${warnings} warning${warnings === 1 ? '' : 's'}`,
  ];
  return parts.filter(Boolean).join(', ') || 'clean';
}

/** One object per commit, for machines. */
export function eachJson(commits: readonly AuditedCommit[]): string {
  const rows = commits.map(({ commit, subject, report, problem }) => ({
    commit,
    subject,
    verdict: report === null ? 'not-judged' : report.findings.some(isBlocking) ? 'blocked' : 'clean',
    findings: report?.findings.map((finding) => ({ ...finding, blocking: isBlocking(finding) })) ?? [],
    problem,
  }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}
