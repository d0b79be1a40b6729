import type { Place } from './room.ts';

/** Cached results of one tree in one environment, and what this run adds to them. */
export interface CachedResults {
  /** The value stored under the name, if still valid. Its files are copied to the given paths. */
  find(what: string, files?: Readonly<Record<string, string>>): Promise<unknown>;
  /** Whether `find` returned it since this was opened. */
  wasFound(what: string): boolean;
  /** To be stored by `settle`; the files are those of the run. */
  keep(what: string, value: unknown, files?: Readonly<Record<string, string>>): void;
  /** To be called once every command has ended. Returns the digest of what is stored, for `trusted`. Never rejects. */
  settle(): Promise<string | null>;
}

/** The tree whose results are requested, and the digests of results that the loop's own log names. */
export interface TreeOfLoop {
  commit: string;
  tree: string;
  trusted: ReadonlySet<string>;
  /** Where its commands run. */
  place: Place;
}
