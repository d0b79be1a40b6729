import type { OverlayFile } from './safeguards.ts';

/** Where a check finds the tree that it judges, and where Jumar reads what it left. */
export interface Place {
  root: string;
  cwd: string;
  /** The path at which commands see the root, if it is another one. */
  seenRoot?: string | undefined;
}

export interface Visit<T = unknown> {
  /** Laid over the snapshot while the work lasts, and in its place only then. */
  files?: readonly OverlayFile[];
  /** Nothing of the visit may stay: ignored files that appear are removed. */
  isSecret?: boolean;
  /** The work installs dependencies: what it leaves in ignored files stays, unless its result says otherwise. */
  installs?: { stays(result: T): boolean };
}

/**
 * The judge's room. `judge` brings exactly the snapshot in, lets `work` run its commands there, and takes the visit's
 * files away again, also after a kill, before the next visit. Visits come one after another. It rejects as the workspace
 * does, if the tree cannot be brought in, and as `work` does.
 */
export interface Room {
  judge<T>(commit: string, work: (place: Place) => Promise<T>, visit?: Visit<T>): Promise<T>;
}
