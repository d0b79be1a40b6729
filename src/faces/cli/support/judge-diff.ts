import { AuditProblem, type AuditRequest, auditDiff, isBlocking } from '../../../app/audit.ts';
import type { AuditFormat } from '../../reports/audit/index.ts';
import type { CommandContext } from './context.ts';
import { say } from './output.ts';

export type AuditContext = Pick<CommandContext, 'env' | 'cwd' | 'stdout' | 'stderr'>;

export interface AuditOptions extends Omit<AuditRequest, 'range'> {
  format?: AuditFormat | undefined;
  task?: string | undefined;
  explain?: string | undefined;
  /** Judge every commit of the range by itself. */
  each?: boolean | undefined;
  /** Use the rules of a loop. */
  strict?: boolean | undefined;
}

/** Judges a diff and returns the exit code: 0 clean, 1 blocking findings, 2 usage, 7 could not judge. */
export async function judgeDiff(
  context: AuditContext,
  range: string | undefined,
  { format = 'text', explain: _, each: __, ...options }: AuditOptions,
): Promise<number> {
  const { env, cwd, stdout, stderr } = context;
  const note = (text: string) => void stderr.write(`jumar audit: ${text}\n`);
  const { reporters } = await import('../../reports/audit/index.ts');
  if (!Object.hasOwn(reporters, format)) {
    note(`unknown format "${format}"; choose from ${Object.keys(reporters).join(', ')}.`);
    return 2;
  }
  try {
    const report = await auditDiff({ env, cwd, note }, { ...options, range });
    const colour = format === 'text' && stdout.isTTY === true && !env.NO_COLOR;
    const text = reporters[format](report, colour);
    if (format === 'text') say(context, text);
    else stdout.write(text);
    return report.findings.some(isBlocking) ? 1 : 0;
  } catch (error) {
    if (!(error instanceof AuditProblem)) throw error;
    note(error.message);
    return error.isUsage ? 2 : 7;
  }
}

export async function explainPattern({ stdout, stderr }: AuditContext, id: string): Promise<number> {
  const { findPattern, patternPage, patterns } = await import('../../../app/patterns.ts');
  const pattern = findPattern(id);
  if (pattern) stdout.write(patternPage(pattern));
  else {
    const names = patterns.map((one) => one.id).join(', ');
    stderr.write(`jumar audit: there is no pattern "${id}". Available: ${names}.\n`);
  }
  return pattern ? 0 : 2;
}
