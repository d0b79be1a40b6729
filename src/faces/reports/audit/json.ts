import { isBlocking } from '../../../app/audit.ts';
import type { Render } from './report.ts';

/** For machines: everything, with an explicit verdict. */
export const json: Render = ({ label, findings, skipped, files, ms }) =>
  `${JSON.stringify(
    {
      range: label,
      verdict: findings.some(isBlocking) ? 'blocked' : 'clean',
      files,
      ms: Math.round(ms),
      findings: findings.map((finding) => ({ ...finding, blocking: isBlocking(finding) })),
      skipped,
    },
    null,
    2,
  )}\n`;
