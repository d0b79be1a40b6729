import type { Loss } from './losses.ts';

interface FalsePositives {
  /** How many different losses were raised. */
  detected: number;
  /** Those that held completion when they were raised. */
  blocking: number;
  /** Those that a person marked as false. */
  markedFalse: number;
  /** Those that were rolled back or rejected. */
  caught: number;
  /** Those that a person rejected. What a person approved was rightly seen and honestly done: neither. */
  confirmed: number;
  /** False among those that a person decided; null if nobody decided about any. */
  rate: number | null;
}

/** How often what was raised was wrong, as far as anybody has said. */
export function falsePositives(losses: readonly Loss[]): FalsePositives {
  const count = (holds: (loss: Loss) => boolean) => losses.filter(holds).length;
  const markedFalse = count(isMarkedFalse);
  const confirmed = count((loss) => !isMarkedFalse(loss) && loss.raised.some((one) => one.confirmed));
  const decided = markedFalse + confirmed;
  return {
    detected: losses.length,
    blocking: count(({ raised }) => raised.some(({ blocking }) => blocking)),
    markedFalse,
    caught: count((loss) => !isMarkedFalse(loss) && loss.raised.some(({ caught }) => caught)),
    confirmed,
    rate: decided === 0 ? null : markedFalse / decided,
  };
}

const isMarkedFalse = ({ raised }: Loss) => raised.some(({ marked }) => marked !== null);
