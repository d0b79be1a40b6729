import type { RegressionType } from '../../core/findings/regression-types.ts';
import { compareSeverity, isSevere, type Severity } from '../../core/metrics/severity.ts';
import type { TreeComparison } from '../align/compare.ts';
import type { Loss } from '../finding/types.ts';
import { type Excuse, isAbout } from './excuse.ts';

/** A loss as its pattern rates it, before anything excuses it. */
export interface RatedLoss {
  loss: Loss;
  pattern: string;
  type: RegressionType;
  severity: Severity;
  confidence: number;
  /** It hides what the change was to put right: then no circumstance makes it milder, only a review does. */
  isEvasion?: boolean;
  /** What a person chose for the pattern in this project: it holds as it is, in every stance. */
  chosen?: Severity;
}

export interface Decision {
  severity: Severity;
  /** Its severity in a loop, if only a review lowered it. */
  strict: Severity | undefined;
  confidence: number;
  /** In the order of the table. */
  excuses: Excuse[];
}

/**
 * The only place where a severity is set. Each excuse that holds makes the loss at most as severe as its row says. A
 * review accepts more, but only one more: the first that holds of a loss that would still block.
 */
export function decide(rated: RatedLoss, comparison: TreeComparison, table: readonly Excuse[]): Decision {
  const own = table.filter((excuse) => isAbout(excuse, rated.pattern, rated.type));
  const holds = (one: Excuse): boolean => one.holds(rated.loss, comparison);
  const found = rated.isEvasion ? [] : own.filter((one) => one.stance === 'always' && holds(one));
  const severity = rated.isEvasion ? SEVERITY_OF_EVASION : rated.severity;
  const strict = found.reduce((least, { to }) => milder(least, to), severity);
  const confidence = Math.min(rated.confidence, ...found.map((one) => one.confidence));
  if (rated.chosen) return { severity: rated.chosen, strict: undefined, confidence, excuses: [] };
  const asksMore = comparison.input.stance === 'review' && isSevere(strict);
  const more = asksMore ? own.find((one) => one.stance === 'review' && holds(one)) : undefined;
  return more
    ? { severity: milder(strict, more.to), strict, confidence, excuses: [...found, more] }
    : { severity: strict, strict: undefined, confidence, excuses: found };
}

const SEVERITY_OF_EVASION: Severity = 'high';

const milder = (a: Severity, b: Severity): Severity => (compareSeverity({ severity: a }, { severity: b }) < 0 ? b : a);
