import { createHash } from 'node:crypto';
import { compareSeverity, type Severity } from '../core/metrics/severity.ts';
import { expectationOf } from '../core/task/expectation.ts';
import { clip } from '../syntax/tree.ts';
import { trimVocabulary } from '../syntax/vocabulary.ts';
import type { TreeComparison } from './align/compare.ts';
import { allowances, reasonFor } from './allow.ts';
import { decide } from './decision/decide.ts';
import { excuses } from './decision/excuses.ts';
import { sentenceOf } from './decision/sentences.ts';
import { at, atFile, lossOf, saying } from './finding/loss.ts';
import { type Reason, say } from './finding/reasons.ts';
import { sourceLines, tidyTokens } from './finding/source-lines.ts';
import type { Finding, GuardInput, GuardReport, Loss, Place, Unjudged } from './finding/types.ts';
import { patterns } from './patterns/index.ts';
import type { Pattern } from './patterns/pattern.ts';
import { readComparison } from './read-comparison.ts';
import { searchUnchangedFiles } from './search-rest.ts';
import { evadesAim } from './subject.ts';
import { applyTuning, keepsLoss } from './tune.ts';

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
  const { tuning: tunings = [] } = comparison.input;
  const { existing, added } = allowances(comparison.input.changes);
  const findings: Finding[] = [];
  for (const pattern of applyTuning(patterns, tunings)) {
    const own = tunings.filter((one) => one.id === pattern.id);
    const severity = own.find((one) => one.severity)?.severity;
    const losses = pattern.find(comparison).filter((loss) => own.every((tuning) => keepsLoss(tuning, loss)));
    const found = losses.map((loss) => findingOf(pattern, loss, comparison, severity));
    for (const finding of mostSevere(found, pattern.most))
      findings.push({ ...finding, allowed: reasonFor(finding, existing) });
  }
  for (const one of added) {
    const loss = lossOf(null, at(one.path, one), ['allows-itself', one.pattern], []);
    findings.push(findingOf(selfAllowed, loss, comparison));
  }
  for (const { path, reason, wasReadable, isHidden } of unjudged) {
    if (!wasReadable && !isHidden) continue;
    const why: Reason = [wasReadable ? 'not-judged-now' : 'not-judged-new', path, reason];
    findings.push(findingOf(notJudged, lossOf(atFile(path), atFile(path), why, []), comparison));
  }
  return withOwnIds(findings).sort((a, b) => compareSeverity(a, b) || b.confidence - a.confidence);
}

/** The most severe ones, up to a limit, in their order. */
function mostSevere(findings: Finding[], most = findings.length): Finding[] {
  if (findings.length <= most) return findings;
  const kept = new Set(findings.toSorted(compareSeverity).slice(0, most));
  return findings.filter((one) => kept.has(one));
}

type Base = Pick<Pattern, 'id' | 'type' | 'severity' | 'confidence' | 'fix'>;

/** What nobody can look at is not clean. */
const notJudged: Base = {
  id: 'not-judged',
  type: 'validation_bypass',
  severity: 'high',
  confidence: 0.9,
  fix: 'Keep the file as plain source, under its ending: no binary content, not larger than 1 MB, not nested too deeply, not marked as generated, no link out of the project.',
};

const selfAllowed: Base = {
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

function findingOf(pattern: Base, loss: Loss, comparison: TreeComparison, chosen?: Severity): Finding {
  const type = loss.kind ?? pattern.type;
  const removed = removedNames(comparison);
  const follows = (loss.uses ?? []).some((name) => removed.has(name));
  const isEvasion = evadesAim(pattern.id, loss, comparison.input);
  const expectation = isEvasion ? null : expectationOf(comparison.input.task, type, loss.subject, follows);
  const { id, severity, confidence } = pattern;
  const decision = decide(
    { pattern: id, type, severity, confidence, loss, isEvasion, ...(chosen && { chosen }) },
    comparison,
    excuses,
  );
  const { before, after } = loss.place;
  const said = isEvasion ? saying(loss, ['hides-aim']) : loss;
  return {
    id: idOf(id, loss),
    pattern: id,
    type,
    severity: decision.severity,
    ...(decision.strict ? { strict: decision.strict } : {}),
    confidence: decision.confidence,
    before: locationOf(before),
    after: locationOf(after),
    excerptBefore: clip(excerptOf(before, 'before', comparison)),
    excerptAfter: clip(excerptOf(after, 'after', comparison)),
    why: [...said.reasons.map(say), ...decision.excuses.map(sentenceOf)].filter(Boolean).join(' '),
    fix: pattern.fix,
    expectedByTask: expectation !== null,
    expectation,
    allowed: null,
  };
}

const locationOf = (place: Place | null): Finding['before'] =>
  place === null || place.path === null ? null : { path: place.path, line: place.line };

function excerptOf(place: Place | null, side: 'before' | 'after', { input }: TreeComparison): string {
  if (!place?.text || place.path === null) return tidyTokens(place?.text ?? '');
  const change = input.changes.find(
    ({ path, oldPath }) => place.path === (side === 'before' ? (oldPath ?? path) : path),
  );
  return sourceLines(place.text, change?.[side] ?? null, place.line);
}

/** Leaves out line numbers, so that a finding keeps its id when code above it grows. */
function idOf(pattern: string, { place: { before, after } }: Loss): string {
  const what = [pattern, before?.path ?? '', after?.path ?? '', before?.text ?? '', after?.text ?? ''].join('\0');
  return createHash('sha256').update(what).digest('hex').slice(0, 12);
}

function withOwnIds(findings: Finding[]): Finding[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const times = (seen.get(finding.id) ?? 0) + 1;
    seen.set(finding.id, times);
    return times > 1 ? { ...finding, id: `${finding.id}-${times}` } : finding;
  });
}
