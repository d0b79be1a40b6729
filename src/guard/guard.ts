import { createHash } from 'node:crypto';
import { compareSeverity, isSevere, type Severity } from '../core/metrics/severity.ts';
import { expectationOf } from '../core/task/expectation.ts';
import { clip } from '../syntax/tree.ts';
import { trimVocabulary } from '../syntax/vocabulary.ts';
import type { TreeComparison } from './align/compare.ts';
import { allowances, reasonFor } from './allow.ts';
import { sourceLines, tidyTokens } from './finding/source-lines.ts';
import type { Finding, GuardInput, GuardReport, Hit, Unjudged } from './finding/types.ts';
import { lowerByTestRun } from './lower-by-test-run.ts';
import { patterns } from './patterns/index.ts';
import type { Pattern } from './patterns/pattern.ts';
import { readComparison } from './read-comparison.ts';
import { asReviewed } from './review/review.ts';
import { searchUnchangedFiles } from './search-rest.ts';
import { evadesAim, severityOfEvasion } from './subject.ts';
import { applyTuning, keepsHit } from './tune.ts';

/** Compares two snapshots and reports what was lost or faked. A file that cannot be judged is listed in `skipped`; it never throws. */
export async function guard(input: GuardInput): Promise<GuardReport> {
  const start = performance.now();
  trimVocabulary();
  const skipped: Unjudged[] = [];
  const comparison = await readComparison(input, skipped);
  await searchUnchangedFiles(comparison);
  skipped.push(...(input.rest?.leftOut?.() ?? []));
  const parsed = performance.now();
  const findings = judge(comparison, [...skipped, ...(input.unread ?? [])]);
  const end = performance.now();
  return { findings, skipped, timings: { parseMs: parsed - start, judgeMs: end - parsed, totalMs: end - start } };
}

function judge(comparison: TreeComparison, unjudged: readonly Unjudged[]): Finding[] {
  const { tuning: tunings = [], stance } = comparison.input;
  const { existing, added } = allowances(comparison.input.changes);
  const findings: Finding[] = [];
  for (const pattern of applyTuning(patterns, tunings)) {
    const own = tunings.filter((one) => one.id === pattern.id);
    const severity = own.find((one) => one.severity)?.severity;
    for (const hit of pattern.find(comparison)) {
      if (!own.every((tuning) => keepsHit(tuning, hit))) continue;
      const found = findingOf(pattern, hit, comparison);
      const finding = stance === 'review' && !severity ? asReviewed(found, hit, comparison) : found;
      if (severity) finding.severity = severity;
      finding.allowed = reasonFor(finding, existing);
      findings.push(finding);
    }
  }
  for (const one of added) {
    findings.push(
      findingOf(
        selfAllowed,
        {
          after: { path: one.path, line: one.line },
          excerptAfter: one.text,
          why: `The change allows "${one.pattern}" for itself; only an allowance from before the change counts.`,
        },
        comparison,
      ),
    );
  }
  for (const { path, reason, wasReadable, isHidden } of unjudged) {
    if (!wasReadable && !isHidden) continue;
    const why = wasReadable
      ? `${path} could be read before the change and cannot be judged now: ${reason}.`
      : `${path} is new and cannot be judged: ${reason}.`;
    const finding = findingOf(notJudged, { before: { path, line: 1 }, after: { path, line: 1 }, why }, comparison);
    findings.push(stance === 'review' ? { ...finding, severity: 'medium', strict: finding.severity } : finding);
  }
  return finalize(findings, comparison);
}

/** What nobody can look at is not clean. */
const notJudged: Pick<Pattern, 'id' | 'type' | 'severity' | 'confidence' | 'fix'> = {
  id: 'not-judged',
  type: 'validation_bypass',
  severity: 'high',
  confidence: 0.9,
  fix: 'Keep the file as plain source, under its ending: no binary content, not larger than 1 MB, not nested too deeply, not marked as generated, no link out of the project.',
};

const selfAllowed: Pick<Pattern, 'id' | 'type' | 'severity' | 'confidence' | 'fix'> = {
  id: 'allowance-added',
  type: 'validation_bypass',
  severity: 'high',
  confidence: 0.9,
  fix: 'Let a person add the allowance in a separate change.',
};

/** Names of the functions that the change removes from the source. */
const removedNames = ({ functions }: TreeComparison): Set<string> =>
  new Set(
    functions.lost
      .filter((one) => one.file.role === 'source' && one.function.name.length > 3)
      .map((one) => one.function.name),
  );

function findingOf(
  pattern: Pick<Pattern, 'id' | 'type' | 'severity' | 'confidence' | 'fix'>,
  hit: Hit,
  comparison: TreeComparison,
): Finding {
  const type = hit.type ?? pattern.type;
  const removed = removedNames(comparison);
  const follows = (hit.uses ?? []).some((name) => removed.has(name));
  const isEvasion = evadesAim(pattern.id, hit, comparison.input);
  const expectation = isEvasion ? null : expectationOf(comparison.input.task, type, hit.names ?? [], follows);
  return {
    id: idOf(pattern.id, hit),
    pattern: pattern.id,
    type,
    severity: isEvasion ? severityOfEvasion : adjustSeverity(hit.severity ?? pattern.severity, type, hit),
    confidence: hit.confidence ?? pattern.confidence,
    before: hit.before ?? null,
    after: hit.after ?? null,
    excerptBefore: clip(excerptOf(hit.excerptBefore, hit.before, 'before', comparison)),
    excerptAfter: clip(excerptOf(hit.excerptAfter, hit.after, 'after', comparison)),
    why: reasonOf(hit, isEvasion),
    fix: pattern.fix,
    expectedByTask: expectation !== null,
    expectation,
    allowed: null,
  };
}

function excerptOf(
  excerpt: string | undefined,
  place: Hit['before'],
  side: 'before' | 'after',
  { input }: TreeComparison,
): string {
  if (!excerpt || !place) return tidyTokens(excerpt ?? '');
  const change = input.changes.find(
    ({ path, oldPath }) => place.path === (side === 'before' ? (oldPath ?? path) : path),
  );
  return sourceLines(excerpt, change?.[side] ?? null, place.line);
}

function reasonOf({ why }: Hit, isEvasion: boolean): string {
  const reason = tidyTokens(why.replace(/^"<file>"/, 'The top level of the file'));
  return isEvasion ? `${reason} That hides what the task is about.` : reason;
}

/** Losses in examples, docs and benchmarks, in fixture tests, and of features of scripts, are worth a look but do not block. */
function adjustSeverity(severity: Severity, type: Finding['type'], hit: Hit): Severity {
  // A Java package may well be called "samples".
  const path = (hit.after?.path ?? hit.before?.path ?? '').replace(/(^|\/)src\/(main|test)\/java\/.*/, '$1');
  const isSideFolder = /(^|\/)(_?examples?|docs?|documentation|bench(es|marks?)?|demos?|samples?|playground)\//.test(
    path,
  );
  const data = type === 'test_deletion' && /(^|\/)(__)?fixtures?(__)?\//.test(path);
  const script = type === 'feature_removal' && /(^|\/)(scripts?|tools?|hack)\//.test(path);
  return isSevere(severity) &&
    (data ||
      script ||
      (isSideFolder && /^(feature_removal|error_suppression|validation_bypass|test_deletion)$/.test(type)))
    ? 'medium'
    : severity;
}

/** Leaves out line numbers, so that a finding keeps its id when code above it grows. */
function idOf(pattern: string, hit: Hit): string {
  const what = [
    pattern,
    hit.before?.path ?? '',
    hit.after?.path ?? '',
    hit.excerptBefore ?? '',
    hit.excerptAfter ?? '',
  ].join('\0');
  return createHash('sha256').update(what).digest('hex').slice(0, 12);
}

/** Makes ids unique, lowers the severity of findings that the test run contradicts, and sorts the most severe first. */
function finalize(findings: Finding[], comparison: TreeComparison): Finding[] {
  const weigh = lowerByTestRun(comparison);
  const seen = new Map<string, number>();
  for (const finding of findings) {
    const times = seen.get(finding.id) ?? 0;
    seen.set(finding.id, times + 1);
    if (times > 0) finding.id = `${finding.id}-${times + 1}`;
    weigh(finding);
  }
  return findings.sort((a, b) => compareSeverity(a, b) || b.confidence - a.confidence);
}
