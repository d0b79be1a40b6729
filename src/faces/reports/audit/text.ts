import { type AuditReport, type Finding, isBlocking, isBlockingIfStrict } from '../../../app/audit.ts';
import { survivorText } from '../../../core/metrics/mutants.ts';
import { mutantsText } from '../../../core/verification/mutants-text.ts';
import { oneLine, placeOf, type Render } from './report.ts';

/** For people: short, grouped by file, with both excerpts as a diff. */
export const text: Render = (report, colour) => {
  const paint = painter(colour);
  const lines: string[] = [];
  const listed = report.findings.filter((finding) => finding.severity !== 'low');
  for (const [path, findings] of byPath(listed.slice(0, MAX_FINDINGS))) {
    lines.push(paint.bold(oneLine(path)));
    for (const finding of findings) lines.push(...findingLines(finding, paint), '');
  }
  if (listed.length > MAX_FINDINGS) lines.push(...summariseByPattern(listed.slice(MAX_FINDINGS), paint), '');
  lines.push(summary(report, paint));
  if (report.mutants) lines.push(...mutantLines(report.mutants, paint));
  return `${lines.join('\n')}\n`;
};

/** What changed lines no test watches. They never block by themselves. */
function mutantLines(mutants: NonNullable<AuditReport['mutants']>, paint: Painter): string[] {
  const shown = mutants.survivors.slice(0, MAX_FINDINGS);
  const more = mutants.survivors.length - shown.length;
  return [
    `${mutantsText(mutants)}.`,
    ...shown.map((one) => `  ${paint.yellow('!')} no test notices ${oneLine(survivorText(one))}`),
    ...(more > 0 ? [`  and ${more} more (--format json lists all)`] : []),
  ];
}

function findingLines(finding: Finding, paint: Painter): string[] {
  const mark = isBlocking(finding) ? paint.red('✗') : paint.yellow('!');
  const note = finding.allowed
    ? ` (allowed: ${finding.allowed})`
    : finding.expectedByTask
      ? ' (expected by the task)'
      : '';
  const side = (sign: string, excerpt: string, tint: (text: string) => string): string[] =>
    excerpt
      .split('\n')
      .filter((line) => line.trim())
      .slice(0, 6)
      .map((line) => tint(`      ${sign} ${line}`));
  return [
    `  ${mark} ${finding.severity} ${finding.type} · ${finding.pattern} · line ${placeOf(finding).line} · ${finding.id}${note}`,
    `    ${finding.why}`,
    ...side('-', finding.excerptBefore, paint.red),
    ...side('+', finding.excerptAfter, paint.green),
    paint.dim(`    ${finding.fix}`),
  ];
}

/** Summarises the less severe findings of a long list in one line per pattern: how many, and where. */
function summariseByPattern(findings: Finding[], paint: Painter): string[] {
  const patterns = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = `${isBlocking(finding) ? paint.red('✗') : paint.yellow('!')} ${finding.severity} ${finding.pattern}`;
    patterns.set(key, [...(patterns.get(key) ?? []), finding]);
  }
  const lines = [...patterns].map(([key, group]) => {
    const paths = [...byPath(group).keys()].map(oneLine);
    const more = paths.length > 3 ? ` and ${paths.length - 3} more files` : '';
    return `  ${key} × ${group.length}: ${paths.slice(0, 3).join(', ')}${more}`;
  });
  return [paint.bold(`${findings.length} more (--format json lists all)`), ...lines];
}

function summary({ findings, skipped, files, label, ms }: AuditReport, paint: Painter): string {
  const blocking = findings.filter(isBlocking).length;
  const rest = findings.filter((finding) => !isBlocking(finding) && finding.severity !== 'low').length;
  const head =
    blocking > 0
      ? paint.red(`${blocking} blocking finding${blocking === 1 ? '' : 's'}`)
      : paint.green('No blocking findings');
  const also = rest > 0 ? `, ${rest} warning${rest === 1 ? '' : 's'}` : '';
  const strictOnly = findings.filter(isBlockingIfStrict).length;
  const strict =
    strictOnly > 0
      ? ` With --strict, for work by agents, ${strictOnly}${blocking > 0 ? ' more' : ''} would block.`
      : '';
  const unjudgedNote = skipped.length > 0 ? ` ${unjudgedText(skipped)}` : '';
  return `${head}${also} in ${files} changed file${files === 1 ? '' : 's'} (${label}, ${Math.round(ms)} ms).${strict}${unjudgedNote}`;
}

/** Grouped by reason; only the first ones of a long list. */
function unjudgedText(skipped: AuditReport['skipped']): string {
  const reasons = new Map<string, string[]>();
  for (const { path, reason } of skipped.slice(0, MAX_FILES))
    reasons.set(reason, [...(reasons.get(reason) ?? []), oneLine(path)]);
  const list = [...reasons].map(([reason, paths]) => `${paths.join(', ')} (${reason})`).join('; ');
  const more = skipped.length > MAX_FILES ? ` and ${skipped.length - MAX_FILES} more; --format json lists all` : '';
  return `Not judged: ${list}${more}.`;
}

/** Findings shown in full, and files not judged listed by name. */
const MAX_FINDINGS = 25;
const MAX_FILES = 20;

function byPath(findings: Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { path } = placeOf(finding);
    groups.set(path, [...(groups.get(path) ?? []), finding]);
  }
  return groups;
}

type Painter = Record<'red' | 'green' | 'yellow' | 'dim' | 'bold', (text: string) => string>;

function painter(colour: boolean): Painter {
  const wrap = (code: number) => (text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { red: wrap(31), green: wrap(32), yellow: wrap(33), dim: wrap(2), bold: wrap(1) };
}
