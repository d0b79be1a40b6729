import type { SnapshotFact } from '../core/state/events.ts';
import type { Moved } from '../core/state/verification-events.ts';

/** A file in a tree. */
export interface Entry {
  mode: string;
  /** Git's id of the content. */
  object: string;
}

/** A file that differs between two snapshots; null on the side that lacks it. */
export interface ChangedEntry {
  /** One character a byte (latin1): names that are not UTF-8 survive. */
  path: string;
  before: Entry | null;
  after: Entry | null;
}

export interface TreeDifference extends ChangedEntry {
  /** Only the permissions changed. */
  modeOnly: boolean;
}

export interface Changes {
  files: number;
  insertions: number;
  deletions: number;
  /** At most 50, repository-relative, non-UTF-8 bytes shown as `\xNN`. */
  paths: string[];
}

export interface Snapshot extends SnapshotFact {
  notes: string[];
  /** What the agent left for a person's next command outside of the tree, each in a sentence; left out if nothing. */
  leftBehind?: string[];
}

/**
 * The working tree and its history in the shadow repository. Every method rejects with a WorkspaceError on a failure
 * the user must know about (disk full, git missing); none leaves the user's own index, HEAD, branches or stash changed.
 */
export interface Workspace {
  /** Records the whole tree as `refs/jumar/<name>`; objects and ref are on disk when it resolves. */
  snapshot(name: string, parent: string | null): Promise<Snapshot>;
  /**
   * Makes the tree byte-identical to the commit; ignored files stay. Returns how many paths differed. What is in no
   * snapshot of the loop is set aside first; `held` is the snapshot that the workspace was last known to hold.
   */
  restore(
    commit: string,
    options?: { held?: string | undefined },
  ): Promise<{ tree: string; extraneous: number; notes?: string[] }>;
  /** Everything that restores of this loop set aside; left out if nothing ever is. */
  setAside?(): Promise<{ name: string; base: string | null; paths: string[]; count: number }[]>;
  changes(from: string, to: string): Promise<Changes>;
  /** What differs between the snapshot and the workspace as it is now. Optional. */
  changesSince?(commit: string): Promise<Changes>;
  differences(from: string, to: string): Promise<TreeDifference[]>;
  /** What turns one snapshot into the other, as git writes it; left out if unsupported. */
  patch?(from: string, to: string): Promise<Buffer>;
  /** Records as `refs/jumar/<name>` the snapshot with these paths as they are in `base`. The workspace is not touched. */
  amend(
    name: string,
    commit: string,
    base: string,
    paths: readonly string[],
  ): Promise<{ commit: string; tree: string }>;
  /** Records as `refs/jumar/<name>` the snapshot with these files in it. The workspace is not touched. Optional. */
  compose?(
    name: string,
    commit: string,
    files: readonly { path: string; content: Buffer }[],
  ): Promise<{ commit: string; tree: string }>;
  /** Moves ignored files, which no snapshot contains, to where people find them; returns notes for people. Optional. */
  saveUndoneFiles?(name: string, paths: readonly string[]): Promise<string[]>;
  /** A fingerprint of the files that fix the snapshot's dependencies; empty if there is none. */
  locks(commit: string): Promise<string>;
  /** HEAD, branches, tags and stashes of the user's repository. */
  branches(): Promise<Record<string, string>>;
  /** Copies the user's index and the list of stashes, to be restored with `moveBack`. */
  saveIndex(target: string): Promise<boolean>;
  /**
   * What an agent did to references and index since they were read and saved, and in words what others did meanwhile.
   * `until`: when an agent was last alive, in milliseconds; by default as the adapter knows it.
   */
  agentMoves(
    before: Record<string, string>,
    how: { savedIndex: string; until?: number | null },
  ): Promise<{ moved: Moved[]; notes: string[] }>;
  /** Those of these paths that differ between that commit and the user's HEAD; null: before there was any commit. */
  committedSince(commit: string | null, paths: readonly string[]): Promise<string[]>;
  /** The one way in which the user's repository is written: references that an agent moved go back. Returns what did not. */
  moveBack(moved: readonly Moved[], savedIndex: string | null): Promise<string[]>;
}
