import { createHash } from 'node:crypto';
import { allowances, reasonFor } from './allow.ts';
import { type Comparison, compare } from './compare.ts';
import { type ConfigDelta, configDelta } from './config/delta.ts';
import { isConfig } from './config/facts.ts';
import { languageOf } from './languages/index.ts';
import type { FileModel } from './model.ts';
import { patterns } from './patterns/index.ts';
import type { Pattern } from './patterns/pattern.ts';
import { readModel } from './read-model.ts';
import { askRest } from './rest-of-tree.ts';
import { asReviewed } from './review.ts';
import { share } from './share.ts';
import { expectationOf } from './task.ts';
import { clip } from './tree.ts';
import { admits, tuned } from './tune.ts';
import {
  type Change,
  type Finding,
  type GuardInput,
  type GuardReport,
  type Hit,
  type Severity,
  severities,
} from './types.ts';
import { unreadable } from './unreadable.ts';
import { trimVocabulary } from './vocabulary.ts';
import { weighedByRun } from './weigh-by-run.ts';

/** Compares two snapshots and says what was lost or faked. A file that cannot be judged is named in `skipped`, never thrown. */
export async function guard(input: GuardInput): Promise<GuardReport> {
  const began = performance.now();
  trimVocabulary();
  const skipped: GuardReport['skipped'] = [];
  const comparison = await read(input, skipped);
  await askRest(comparison);
  const parsed = performance.now();
  const findings = judge(comparison);
  const ended = performance.now();
  return { findings, skipped, timings: { parseMs: parsed - began, judgeMs: ended - parsed, totalMs: ended - began } };
}

async function read(input: GuardInput, skipped: GuardReport['skipped']): Promise<Comparison> {
  const sides: { change: Change; before: FileModel | null; after: FileModel | null }[] = [];
  const config: ConfigDelta[] = [];
  const others: Change[] = [];
  for (const change of input.changes) {
    const reason = reasonToSkip(change);
    if (reason) {
      skipped.push({ path: change.path, reason });
      others.push(change);
      continue;
    }
    try {
      if (isConfig(change.path)) config.push(await configDelta(change));
      const like = change.oldPath ?? twinOf(change, input.changes);
      if (languageOf(change.path) || languageOf(like)) {
        const before = change.before === null ? null : await readModel(change.oldPath ?? change.path, change.before);
        const after = change.after === null ? null : await readModel(change.path, change.after, like);
        if ((before?.broken && change.after !== null) || after?.broken)
          skipped.push({ path: change.path, reason: 'large parts could not be parsed' });
        if (before && after) share(before, after);
        sides.push({ change, before, after });
      } else others.push(change);
    } catch (error) {
      const reason = error instanceof RangeError ? 'nested too deeply' : (error as Error).message;
      skipped.push({ path: change.path, reason: `could not be parsed: ${reason}` });
    }
  }
  const context: FileModel[] = [];
  for (const { path, content } of input.contextFiles ?? []) {
    if (unreadable(path, content)) continue;
    const model = await readModel(path, content).catch(() => null);
    if (model) context.push(model);
  }
  return compare(input, sides, context, config, others);
}

/** A file that was renamed to a name without a known extension is read as what it was. */
function twinOf(change: Change, changes: Change[]): string {
  if (change.before !== null || languageOf(change.path) || !change.after) return change.path;
  const lines = new Set(change.after.split('\n'));
  const twin = changes.find((one) => {
    if (one.after !== null || one.before === null || !languageOf(one.path)) return false;
    const old = one.before.split('\n');
    return old.filter((line) => lines.has(line)).length >= old.length * 0.8;
  });
  return twin?.path ?? change.path;
}

function reasonToSkip(change: Change): string | null {
  for (const content of [change.after, change.before]) {
    const reason = content === null ? null : unreadable(change.path, content);
    if (reason) return reason;
  }
  return null;
}

function judge(comparison: Comparison): Finding[] {
  const { tuning: tunings = [], stance } = comparison.input;
  const { standing, added } = allowances(comparison.input.changes);
  const findings: Finding[] = [];
  for (const pattern of tuned(patterns, tunings)) {
    const own = tunings.filter((one) => one.id === pattern.id);
    const severity = own.find((one) => one.severity)?.severity;
    for (const hit of pattern.find(comparison)) {
      if (!own.every((tuning) => admits(tuning, hit))) continue;
      const found = findingOf(pattern, hit, comparison);
      const finding = stance === 'review' && !severity ? asReviewed(found, hit, comparison) : found;
      if (severity) finding.severity = severity;
      finding.allowed = reasonFor(finding, standing);
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
          why: `The change allows "${one.pattern}" to itself; only an allowance that was there before counts.`,
        },
        comparison,
      ),
    );
  }
  return settled(findings, comparison);
}

const selfAllowed: Pick<Pattern, 'id' | 'type' | 'severity' | 'confidence' | 'fix'> = {
  id: 'allowance-added',
  type: 'validation_bypass',
  severity: 'high',
  confidence: 0.9,
  fix: 'Let a person add the allowance in a change of its own.',
};

/** The names of what the change takes out of the source. */
const removedNames = ({ functions }: Comparison): Set<string> =>
  new Set(
    functions.lost
      .filter((one) => one.file.role === 'source' && one.function.name.length > 3)
      .map((one) => one.function.name),
  );

function findingOf(
  pattern: Pick<Pattern, 'id' | 'type' | 'severity' | 'confidence' | 'fix'>,
  hit: Hit,
  comparison: Comparison,
): Finding {
  const type = hit.type ?? pattern.type;
  const removed = removedNames(comparison);
  const follows = (hit.uses ?? []).some((name) => removed.has(name));
  const expectation = expectationOf(comparison.input.task, type, hit.names ?? [], follows);
  return {
    id: idOf(pattern.id, hit),
    pattern: pattern.id,
    type,
    severity: weighed(hit.severity ?? pattern.severity, type, hit),
    confidence: hit.confidence ?? pattern.confidence,
    before: hit.before ?? null,
    after: hit.after ?? null,
    excerptBefore: clip(hit.excerptBefore ?? ''),
    excerptAfter: clip(hit.excerptAfter ?? ''),
    why: hit.why,
    fix: pattern.fix,
    expectedByTask: expectation !== null,
    expectation,
    allowed: null,
  };
}

/** What is lost in examples, documents and benchmarks, tests among fixtures, and features of scripts, are worth a look, not a stop. */
function weighed(severity: Severity, type: Finding['type'], hit: Hit): Severity {
  // a package of Java may well be called "samples"
  const path = (hit.after?.path ?? hit.before?.path ?? '').replace(/(^|\/)src\/(main|test)\/java\/.*/, '$1');
  const aside = /(^|\/)(_?examples?|docs?|documentation|bench(es|marks?)?|demos?|samples?|playground)\//.test(path);
  const data = type === 'test_deletion' && /(^|\/)(__)?fixtures?(__)?\//.test(path);
  const script = type === 'feature_removal' && /(^|\/)(scripts?|tools?|hack)\//.test(path);
  const grave = severity === 'critical' || severity === 'high';
  return grave &&
    (data || script || (aside && /^(feature_removal|error_suppression|validation_bypass|test_deletion)$/.test(type)))
    ? 'medium'
    : severity;
}

/** Lines are left out: a finding keeps its id when code above it grows. */
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

/** One finding an id, graver first; what ran weighs a scare down. */
function settled(findings: Finding[], comparison: Comparison): Finding[] {
  const weigh = weighedByRun(comparison);
  const seen = new Map<string, number>();
  for (const finding of findings) {
    const times = seen.get(finding.id) ?? 0;
    seen.set(finding.id, times + 1);
    if (times > 0) finding.id = `${finding.id}-${times + 1}`;
    weigh(finding);
  }
  return findings.sort(
    (a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity) || b.confidence - a.confidence,
  );
}
