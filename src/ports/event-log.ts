import type { LoopEvent, Recorded } from '../core/state/events.ts';

/**
 * The loop's truth, as the process that has the loop's lease writes it. `append` resolves only when the event is on disk;
 * it rejects if the disk is full, the log was changed by somebody else since the last append, or the writer's lease is
 * lost, and then nothing was appended. With `expectedSeq` it rejects as `log-moved` if the last record is another.
 */
export interface EventLog {
  append(event: LoopEvent, expectedSeq?: number): Promise<Recorded>;
}
