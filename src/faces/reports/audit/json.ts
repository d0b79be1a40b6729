import { isBlocking } from '../../../app/audit.ts';
import type { Render } from './report.ts';

/** For machines: everything, with an explicit verdict. */
export const json: Render = ({ label, findings, skipped, files, ms, mutants }) =>
  `${JSON.stringify(
    {
      range: label,
      verdict: findings.some(isBlocking) ? 'blocked' : 'clean',
      files,
      ms: Math.round(ms),
      findings: findings.map((finding) => ({ ...finding, blocking: isBlocking(finding) })),
      skipped,
      ...(mutants && { mutants }),
    },
    null,
    2,
  )}\n`;
