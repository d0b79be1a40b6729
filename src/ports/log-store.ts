import type { LoopEvent, Recorded } from '../core/state/events.ts';

/** A place in the chain: the number and the hash of the last record before it. */
export interface LogLink {
  seq: number;
  /** 64 lower-case hex digits. */
  hash: string;
}

/** Where and how a log stops being what was written. */
export interface LogDamage {
  /** The record at which it begins. */
  seq: number;
  kind: 'hash' | 'sequence' | 'json' | 'event' | 'truncated' | 'version';
  message: string;
}

export interface StoredLog {
  /** Every record from the one asked for up to the damage, verified. */
  records: Recorded[];
  /** An append that was never finished, or is being made right now. It belongs to no record. */
  torn: { bytes: number } | null;
  damage: LogDamage | null;
  /** The error with which every append to this log is refused; null if nothing is damaged. */
  refusal: Error | null;
  /** What could not be verified, in words. */
  notes: string[];
  /** The last verified record; seq 0 if there is none. */
  head: LogLink;
}

export interface AppendCondition {
  /** The last record that the writer knows of; 0 if it knows of none. */
  expectedSeq: number;
  /** Of the lease under which it writes; null if the caller vouches for being the only writer. */
  fence: string | null;
}

/** The log of one loop. */
export interface LoopLog {
  /**
   * What is in the log from record `fromSeq` (1 if nothing is said) on. Takes no lease and may be called while
   * somebody appends. Bad content is reported and never thrown; rejects if the log cannot be read at all. A log
   * that does not exist is empty.
   */
  read(fromSeq?: number): Promise<StoredLog>;
  /** `read` for a reader that needs no list: `visit` gets each record as soon as it is verified. */
  scan(visit: (record: Recorded) => void, fromSeq?: number): Promise<Omit<StoredLog, 'records'>>;
  /**
   * Resolves only when the event is durable. Rejects, and has then appended nothing, with an error whose `code` is
   * `lock-lost` if the fence is not that of the lease's present holder, `log-moved` if the last record is not
   * `expectedSeq`, `bad-event` if the event could not be read back, `tampered`, `damaged` or `newer-version` if
   * the log is not what was written, `disk-full` or `unwritable` if it cannot be written. The fence is looked at
   * first. Appends of one handle take turns. The record's time is the writer's: waits are measured by the same clock.
   */
  append(event: LoopEvent, condition: AppendCondition): Promise<Recorded>;
  /**
   * Every record from `fromSeq` on, those to come included; waits for a log that does not exist yet. The signal ends it
   * quietly, also while it waits. Throws if the log does not verify or shrinks.
   */
  follow(fromSeq: number, signal: AbortSignal): AsyncIterable<Recorded>;
  /** Gives back what the handle holds open, once the appends under way are done; an append is refused from then on. */
  close(): Promise<void>;
}

/** Where the logs of loops are. */
export interface LogStore {
  /** The loops that have a record, oldest first. Rejects if the store cannot be read. */
  list(): Promise<{ id: string; createdAt: number }[]>;
  /** A handle on the log of one loop, which need not exist yet. Throws with the code `bad-loop-id` for an invalid id. */
  loop(id: string): LoopLog;
}

/** The log has other records than the writer knows of: it has to read them before it may append. */
export function isLogMoved(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'log-moved';
}
