import type { Raised } from './raised.ts';

interface FalsePositives {
  /** How many different ones were raised. */
  detected: number;
  /** Those that held completion when they were raised. */
  blocking: number;
  /** Those that a person marked as false. */
  markedFalse: number;
  /** Those that were rolled back or rejected. What a person approved was rightly seen and honestly done: neither. */
  confirmed: number;
  /** False among those that were decided; null if none was. */
  rate: number | null;
}

/** How often what was raised was wrong, as far as anybody has said. */
export function falsePositives(raised: readonly Raised[]): FalsePositives {
  const count = (holds: (one: Raised) => boolean) => raised.filter(holds).length;
  const markedFalse = count(({ marked }) => marked !== null);
  const confirmed = count((one) => one.confirmed);
  const decided = markedFalse + confirmed;
  return {
    detected: raised.length,
    blocking: count(({ blocking }) => blocking),
    markedFalse,
    confirmed,
    rate: decided === 0 ? null : markedFalse / decided,
  };
}
