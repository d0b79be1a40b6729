import type { RegressionType } from '../../core/findings/regression-types.ts';
import type { Severity } from '../../core/metrics/severity.ts';
import type { Question } from '../align/question.ts';
import { type Circumstance, hasCircumstance } from '../finding/circumstances.ts';

/** One reason why a loss may be none. */
export interface Excuse {
  id: string;
  /** Patterns or types of finding; `all` of them. */
  of: readonly string[] | 'all';
  /** `review`: accepted of people's work only, where rewriting is common and cheating rare. */
  stance: 'always' | 'review';
  /** The loss is at most this severe. */
  to: Severity;
  confidence: number;
  holds: Question;
}

type Scope = string | readonly string[];

const listed = (of: Scope): readonly string[] | 'all' => (of === 'all' ? 'all' : typeof of === 'string' ? [of] : of);

/** A circumstance that the pattern reported: it only warns. */
export const warns = (of: Scope, id: Circumstance, confidence = 0.6): Excuse => lowers(of, id, 'medium', confidence);

/** A circumstance that the pattern reported: the loss is only noted. */
export const notes = (of: Scope, id: Circumstance): Excuse => lowers(of, id, 'low', 0.5);

export const lowers = (of: Scope, id: Circumstance, to: Severity, confidence: number): Excuse => ({
  id,
  of: listed(of),
  stance: 'always',
  to,
  confidence,
  holds: (loss) => hasCircumstance(loss, id),
});

/** Always asked, of what the pattern did not see. */
export const always = (of: Scope, id: string, confidence: number, holds: Question): Excuse => ({
  id,
  of: listed(of),
  stance: 'always',
  to: 'medium',
  confidence,
  holds,
});

/** Asked only when people's work is reviewed. */
export const inReview = (of: Scope, id: string, holds: Question | Circumstance): Excuse => ({
  id,
  of: listed(of),
  stance: 'review',
  to: 'medium',
  confidence: 1,
  holds: typeof holds === 'string' ? (loss) => hasCircumstance(loss, holds) : holds,
});

/** The change does not show if it is honest, and in people's work it usually is. */
export const inEveryReview = (of: Scope, id: string): Excuse => inReview(of, id, unconditional);

const unconditional: Question = () => true;

/** A review never blocks on this pattern. */
export const warnsInReview = (table: readonly Excuse[], pattern: string): boolean =>
  table.some(({ of, holds }) => holds === unconditional && of !== 'all' && of.includes(pattern));

export const isAbout = ({ of }: Excuse, pattern: string, type: RegressionType): boolean =>
  of === 'all' || of.includes(pattern) || of.includes(type);
