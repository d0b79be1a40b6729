import { z } from 'zod';
import { auditDiff, isBlocking } from '../../../app/audit.ts';
import { measureProject } from '../../../app/measure-project.ts';
import { allHold } from '../../../core/criteria/verdict.ts';
import { checkOf, checkShape, findingLine, findingOf, findingShape } from '../shapes.ts';
import { tool } from '../tool.ts';

export const verify = tool({
  name: 'verify',
  title: 'Verify the work',
  description:
    "Runs the project's checks on the working tree and looks for lost, skipped or weakened tests and for edited checks since a commit, as strictly as a loop does. Call it before you say that work is done.",
  input: {
    until: z
      .array(z.string().min(1))
      .default([])
      .describe('checks to run; by default those of the configuration, or the test command'),
    since: z.string().min(1).default('HEAD').describe('the commit to compare with'),
    task: z.string().optional().describe('what was asked for: removals that it asks for are expected'),
  },
  output: {
    verified: z.boolean(),
    checks: z.array(checkShape),
    findings: z.array(findingShape),
    not_judged: z.array(z.object({ path: z.string(), reason: z.string() })),
    remedy: z.string().nullable(),
  },

  async run({ until, since, task }, { context, signal }) {
    const request = { until, settings: { 'metrics.coverage': 'off' }, source: 'the tool verify', signal };
    const { criteria, verdicts, remedy } = await measureProject(context, request);
    signal.throwIfAborted();
    const diff = since === 'HEAD' ? { working: true } : { range: since };
    const { findings, skipped } = await auditDiff(context, { ...diff, task, strict: true });
    const checks = verdicts.map((verdict) =>
      checkOf(verdict, criteria.find(({ id }) => id === verdict.criterion)?.text ?? verdict.criterion),
    );
    const found = findings.map((finding) => findingOf(finding, isBlocking(finding)));
    const verified = allHold(verdicts) && !found.some(({ blocking }) => blocking);
    const lines = [
      verified ? 'VERIFIED' : verdicts.length === 0 ? 'NOT VERIFIED: no checks are known here' : 'NOT VERIFIED',
      ...checks.map(
        ({ check, outcome, reason, output }) => `${outcome}: ${check} (${reason})${output ? `\n${output}` : ''}`,
      ),
      ...found.map(findingLine),
      ...(remedy ? [remedy] : []),
    ];
    const result = { verified, checks, findings: found, not_judged: skipped, remedy };
    return { text: lines.join('\n'), result };
  },
});
