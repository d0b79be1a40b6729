/**
 * A value that went into a function, as JSON. What JSON cannot say is an object with `$`: `{"$": "float", "v": 2}` is a whole
 * number that its language holds as a float; tuples and sets hold their parts in `v`.
 */
export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };

/** A call that a test made. */
export interface RecordedCall {
  /** The test file. */
  path: string;
  /** As the test names it: `fee`, `shop.fee`. */
  function: string;
  args: Value[];
}

/** The same call with other inputs. */
export interface Variant {
  args: Value[];
  /** Near: one part is changed a little; far: by much, or in several parts. */
  distance: 'near' | 'far';
  /** Which part is another; null if more than one is. */
  part: string | null;
  /** By how much a number was changed. */
  step?: number;
}

/** A call, and how it came out on one source. */
export interface CallOutcome {
  /**
   * Of the call itself, of the same call made again later, and of each variant: `n` and a number, `b` and a truth value, `s` or `o` and a digest,
   * `u` for nothing, `t` and a name for an error, `-` for unknown.
   */
  own: string;
  again: string;
  variants: string[];
  /** The result of the call is a text with a word of its inputs in it. */
  repeatsInput: boolean;
}

/** A call of a test with its variants, and how all of them came out; `before` is null if the baseline could not be asked. */
export interface ComparedCall extends RecordedCall {
  variants: readonly Variant[];
  before: CallOutcome | null;
  after: CallOutcome;
}

/** What tells one value from another. */
export const keyOf = (value: Value): string => JSON.stringify(value);
