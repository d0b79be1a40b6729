import { z } from 'zod';
import { auditDiff, isBlocking } from '../../../app/audit.ts';
import { findingLine, findingOf, findingShape } from '../shapes.ts';
import { tool } from '../tool.ts';

export const audit = tool({
  name: 'audit',
  title: 'Audit a diff',
  description:
    'Looks for deleted, skipped or weakened tests, suppressed errors and neutralised checks in a diff. Runs nothing.',
  input: {
    range: z
      .string()
      .min(1)
      .optional()
      .describe('a commit or range such as main..HEAD; by default the working tree against HEAD'),
    staged: z.boolean().default(false).describe('the staged changes'),
    pr: z.string().optional().describe('the changes of this branch since this base'),
    task: z.string().optional(),
    strict: z.boolean().default(true).describe("as strictly as an agent's work in a loop is judged"),
  },
  output: {
    what: z.string(),
    files: z.number(),
    blocking: z.number(),
    findings: z.array(findingShape),
    not_judged: z.array(z.object({ path: z.string(), reason: z.string() })),
  },

  async run({ strict, staged, pr, range, task }, { context }) {
    const chosen = staged
      ? { staged }
      : pr !== undefined
        ? { pr }
        : range === undefined
          ? { working: true }
          : { range };
    const report = await auditDiff(context, { ...chosen, task, strict });
    const findings = report.findings.map((finding) => findingOf(finding, isBlocking(finding)));
    const blocking = findings.filter((finding) => finding.blocking).length;
    const text = [
      `${report.label}: ${report.files} files, ${blocking} blocking findings`,
      ...findings.map(findingLine),
    ].join('\n');
    const result = { what: report.label, files: report.files, blocking, findings, not_judged: report.skipped };
    return { text, result };
  },
});
