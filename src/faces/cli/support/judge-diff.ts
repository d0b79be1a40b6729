import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AuditProblem, type AuditRequest, auditDiff, isBlocking } from '../../../app/audit.ts';
import type { AuditFormat } from '../../reports/audit/index.ts';
import type { CommandContext } from './context.ts';
import { exitCodeOf } from './exit-code-of.ts';
import { say } from './output.ts';

export type AuditContext = Pick<CommandContext, 'env' | 'cwd' | 'stdout' | 'stderr'>;

export interface AuditOptions extends Omit<AuditRequest, 'range'> {
  format?: AuditFormat | undefined;
  /** Formats and files that the same findings go to. */
  also?: string[] | undefined;
  task?: string | undefined;
  explain?: string | undefined;
  /** Judge every commit of the range by itself. */
  each?: boolean | undefined;
  /** Run the tests on mutants of the change, too. */
  mutants?: boolean | undefined;
  /** What to test them with. */
  until?: string[] | undefined;
  /** Use the rules of a loop. */
  strict?: boolean | undefined;
}

/** Judges a diff and returns the exit code: 0 clean, 1 blocking findings, 2 usage, 7 could not judge. */
export async function judgeDiff(
  context: AuditContext,
  range: string | undefined,
  { format = 'text', explain: _, each: __, mutants = false, until = [], also = [], ...options }: AuditOptions,
): Promise<number> {
  const { env, cwd, stdout, stderr } = context;
  const note = (text: string) => void stderr.write(`jumar audit: ${text}\n`);
  const { reporters } = await import('../../reports/audit/index.ts');
  if (!Object.hasOwn(reporters, format)) {
    note(`unknown format "${format}"; choose from ${Object.keys(reporters).join(', ')}.`);
    return 2;
  }
  const copies = also.map((text) => /^([a-z]+)=(.+)$/s.exec(text));
  const wrong = also.find((_, index) => !Object.hasOwn(reporters, copies[index]?.[1] ?? ''));
  if (wrong !== undefined) {
    note(`--also ${wrong}: say a format and a file, such as sarif=jumar.sarif.`);
    return 2;
  }
  if (!mutants && until.length > 0) {
    note('--until says what to test mutants with: add --mutants.');
    return 2;
  }
  if (mutants && format !== 'text' && format !== 'json') {
    note('--mutants prints text or json.');
    return 2;
  }
  try {
    const found = await auditDiff({ env, cwd, note }, { ...options, range });
    const tested = mutants ? await testMutants(context, { ...options, range }, until) : null;
    const report = tested ? { ...found, mutants: tested.mutants } : found;
    const colour = format === 'text' && stdout.isTTY === true && !env.NO_COLOR;
    const text = reporters[format](report, colour);
    if (format === 'text') say(context, text);
    else stdout.write(text);
    for (const [, other, file] of copies.filter((copy) => copy !== null))
      await writeFile(resolve(cwd, file as string), reporters[other as AuditFormat](report, false));
    for (const { outcome, reason } of tested?.verdicts ?? []) if (outcome !== 'pass') note(reason);
    return report.findings.some(isBlocking) ? 1 : exitCodeOf(tested?.verdicts ?? []);
  } catch (error) {
    if (!(error instanceof AuditProblem)) throw error;
    note(error.message);
    return error.isUsage ? 2 : 7;
  }
}

async function testMutants({ env, cwd }: AuditContext, request: AuditRequest, until: readonly string[]) {
  const [{ abortOnInterrupt }, { auditMutants }] = await Promise.all([
    import('../../../app/interrupts.ts'),
    import('../../../app/mutants/audit-mutants.ts'),
  ]);
  const controller = new AbortController();
  const dispose = abortOnInterrupt(controller);
  try {
    return await auditMutants({ env, cwd }, request, until, controller.signal);
  } finally {
    dispose();
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
