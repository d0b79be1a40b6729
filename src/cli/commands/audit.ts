import type { AuditRequest } from '../../guard/audit-trees.ts';
import type { AuditFormat } from '../../guard/reporters/index.ts';
import { glyphsFor, inGlyphs } from '../../reporters/glyphs.ts';

export interface AuditContext {
  env: Record<string, string | undefined>;
  cwd: string;
  stdout: { write(text: string): unknown; isTTY?: boolean };
  stderr: { write(text: string): unknown; isTTY?: boolean };
  stdin: unknown;
}

export interface AuditOptions extends Omit<AuditRequest, 'range'> {
  format?: AuditFormat | undefined;
  task?: string | undefined;
  explain?: string | undefined;
  /** Judge as an agent's work is judged in a loop. */
  strict?: boolean | undefined;
}

/** Judges a diff: 0 clean, 1 findings that block, 2 usage, 7 could not judge. */
export default async function audit(
  context: AuditContext,
  range: string | undefined,
  options: AuditOptions,
): Promise<number> {
  const { stdout, stderr } = context;
  if (options.explain !== undefined) return explain(options.explain, context);
  const { reporters } = await import('../../guard/reporters/index.ts');
  const format = options.format ?? 'text';
  if (!Object.hasOwn(reporters, format)) {
    stderr.write(`jumar audit: unknown format "${format}"; choose from ${Object.keys(reporters).join(', ')}.\n`);
    return 2;
  }
  const { treesFor } = await import('../../guard/audit-trees.ts');
  const found = await treesFor(context.cwd, { ...options, range }, context.env);
  if ('problem' in found) {
    stderr.write(`jumar audit: ${found.problem}\n`);
    return found.usage ? 2 : 7;
  }
  if (found.hint !== undefined) stderr.write(`jumar audit: ${found.hint}\n`);
  const [{ readChanges }, { guard }, { isBlocking }] = await Promise.all([
    import('../../guard/git-changes.ts'),
    import('../../guard/guard.ts'),
    import('../../guard/types.ts'),
  ]);
  let report: Awaited<ReturnType<typeof guard>>;
  let files: number;
  let unread: { path: string; reason: string }[];
  try {
    const { changes, contextFiles, tuning, rest, skipped } = await readChanges(found.root, found.trees);
    report = await guard({
      changes,
      contextFiles,
      tuning,
      rest,
      stance: options.strict ? 'agent' : 'review',
      ...(options.task === undefined ? {} : { task: options.task }),
    });
    files = changes.length + skipped.length;
    unread = skipped;
  } catch (error) {
    stderr.write(`jumar audit: could not judge ${found.label}: ${(error as Error).message}\n`);
    return 7;
  }
  const colour = format === 'text' && stdout.isTTY === true && !context.env.NO_COLOR;
  const text = reporters[format](
    {
      label: found.label,
      findings: report.findings,
      skipped: [...unread, ...report.skipped],
      files,
      ms: report.timings.totalMs,
    },
    colour,
  );
  stdout.write(format === 'text' ? inGlyphs(text, glyphsFor(context.env)) : text);
  return report.findings.some(isBlocking) ? 1 : 0;
}

async function explain(id: string, { stdout, stderr }: AuditContext): Promise<number> {
  const { patterns } = await import('../../guard/patterns/index.ts');
  const pattern = patterns.find((one) => one.id === id);
  if (!pattern) {
    stderr.write(
      `jumar audit: no pattern is called "${id}". There are: ${patterns.map((one) => one.id).join(', ')}.\n`,
    );
    return 2;
  }
  const { patternPage } = await import('../../guard/patterns/page.ts');
  stdout.write(patternPage(pattern));
  return 0;
}
