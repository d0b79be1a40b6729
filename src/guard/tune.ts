import picomatch from 'picomatch';
import { parse } from 'yaml';
import { regressionTypes } from '../core/findings/regression-types.ts';
import { severities } from '../core/metrics/severity.ts';
import { languageOf } from '../syntax/languages/index.ts';
import { pathNowOf } from './align/question.ts';
import type { Change, Loss, Tuning } from './finding/types.ts';
import type { Pattern } from './patterns/pattern.ts';

/** Reads one `.jumar/patterns/*.yaml`: a map or a list of maps. Throws if it is invalid. */
export function readTuning(text: string, file: string): Tuning[] {
  const parsed: unknown = parse(text);
  const list = Array.isArray(parsed) ? parsed : [parsed];
  return list.map((one) => {
    if (!one || typeof one !== 'object' || typeof (one as Tuning).id !== 'string')
      throw new Error(`${file}: every pattern needs an id`);
    const tuning = one as Tuning;
    if (tuning.severity && !severities.includes(tuning.severity))
      throw new Error(`${file}: severity must be one of ${severities.join(', ')}`);
    if (tuning.type && !regressionTypes.includes(tuning.type))
      throw new Error(`${file}: type must be one of ${regressionTypes.join(', ')}`);
    return tuning;
  });
}

/** The built-in patterns plus the project's own, without those switched off. */
export function applyTuning(patterns: Pattern[], tunings: Tuning[]): Pattern[] {
  const own = tunings.filter((tuning) => tuning.rule && !patterns.some((pattern) => pattern.id === tuning.id));
  return [...patterns, ...own.map(fromRule)].filter(
    (pattern) => !tunings.some((tuning) => tuning.id === pattern.id && tuning.off),
  );
}

/** If a project's tuning keeps this loss. */
export function keepsLoss(tuning: Tuning, loss: Loss): boolean {
  const path = pathNowOf(loss);
  if (tuning.paths && !picomatch(tuning.paths)(path)) return false;
  if (tuning.exclude && picomatch(tuning.exclude)(path)) return false;
  if (tuning.languages && path) {
    const language = languageOf(path)?.dialect.language ?? 'config';
    if (!tuning.languages.includes(language)) return false;
  }
  return true;
}

/** A pattern without code: matches lines that the change adds or removes. */
function fromRule(tuning: Tuning): Pattern {
  const { rule = {}, id } = tuning;
  return {
    id,
    name: tuning.name ?? id,
    type: tuning.type ?? 'validation_bypass',
    severity: tuning.severity ?? 'medium',
    confidence: 0.7,
    languages: 'any',
    catches: rule.added ? `Added lines that match ${rule.added}` : `Removed lines that match ${rule.removed ?? ''}`,
    ignores: 'Lines that were there before.',
    fix: tuning.fix ?? 'See the project pattern.',
    example: { before: '', after: '' },
    find: ({ input }) =>
      input.changes.flatMap((change) => [
        ...lineLosses(change, rule.added, 'after', tuning),
        ...lineLosses(change, rule.removed, 'before', tuning),
      ]),
  };
}

function lineLosses(change: Change, source: string | undefined, side: 'before' | 'after', tuning: Tuning): Loss[] {
  if (!source) return [];
  const form = new RegExp(source);
  const other = new Set((change[side === 'after' ? 'before' : 'after'] ?? '').split('\n'));
  const lines = (change[side] ?? '').split('\n');
  return lines.flatMap((line, i) => {
    if (other.has(line) || !form.test(line)) return [];
    const path = side === 'after' ? change.path : (change.oldPath ?? change.path);
    const place = { before: null, after: null, [side]: { path, line: i + 1, text: line } };
    return [
      {
        place,
        reasons: [['of-project', tuning.why ?? `The line matches the project pattern ${tuning.id}.`]],
        subject: [path],
      },
    ];
  });
}
