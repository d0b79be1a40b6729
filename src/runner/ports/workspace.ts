import type { SnapshotFact } from '../../core/events.ts';
import type { LoopState } from '../../core/state.ts';
import type { Moved } from '../../core/verification/events.ts';
import type { HiddenCheck } from '../../core/verification/settings.ts';
import type { Trespass } from '../../verify/enforce.ts';
import type { HiddenFiles } from '../../verify/hidden.ts';
import type { PristineFiles } from '../../verify/pristine.ts';
import type { TreeDifference } from '../../workspace/amend.ts';
import type { LaidFile } from '../../workspace/overlay.ts';

export interface Changes {
  files: number;
  insertions: number;
  deletions: number;
  /** At most 50, repository-relative, non-UTF-8 bytes shown as `\xNN`. */
  paths: string[];
}

export interface Snapshot extends SnapshotFact {
  notes: string[];
}

/**
 * The working tree and its history in the shadow repository. Every method rejects with a WorkspaceError on a failure
 * the user must hear of (disk full, git missing); none leaves the user's own index, HEAD, branches or stash changed.
 */
export interface Workspace {
  /** Records the whole tree as `refs/jumar/<name>`; objects and ref are on disk when it resolves. */
  snapshot(name: string, parent: string | null): Promise<Snapshot>;
  /** Makes the tree byte-identical to the commit; ignored files stay. Tells how many paths had differed. */
  restore(commit: string): Promise<{ tree: string; extraneous: number }>;
  changes(from: string, to: string): Promise<Changes>;
  differences(from: string, to: string): Promise<TreeDifference[]>;
  /** What turns one snapshot into the other, as git writes it; left out where nobody can tell. */
  patch?(from: string, to: string): Promise<Buffer>;
  /** Records as `refs/jumar/<name>` the snapshot with these paths as they are in `base`. The workspace is not touched. */
  amend(
    name: string,
    commit: string,
    base: string,
    paths: readonly string[],
  ): Promise<{ commit: string; tree: string }>;
  /** Moves ignored files, which no snapshot holds, to where people find them; left out where nobody looks. In sentences. */
  keepAsLeft?(name: string, paths: readonly string[]): Promise<string[]>;
  /** A fingerprint of the files that fix the snapshot's dependencies; empty where there is none. */
  locks(commit: string): Promise<string>;
  /** HEAD, branches, tags and stashes of the user's repository. */
  branches(): Promise<Record<string, string>>;
  /** Copies the user's index and what is known of the stashes beside it, to be put back with `moveBack`. */
  keepIndex(target: string): Promise<boolean>;
  /** Whether the index holds something else since it was kept. */
  indexSince(kept: string): Promise<Moved[]>;
  /** Those of these paths that the user's HEAD holds otherwise than that commit did; null: before there was any. */
  committedSince(commit: string | null, paths: readonly string[]): Promise<string[]>;
  /** The one way in which the user's repository is written: references that an agent moved go back. Tells what did not. */
  moveBack(moved: readonly Moved[], keptIndex: string | null): Promise<string[]>;
}

/**
 * What lies outside the agent's reach, and what judges beside the criteria. `lay` rejects where files cannot be laid in;
 * `putBack` undoes it, also where `lay` or the process had been cut short. None of it is done while an agent runs.
 */
export interface Safeguards {
  /** What of the agent's changes since `base` may not stand. */
  trespass(base: string, commit: string, state: LoopState): Promise<Trespass | null>;
  /** Notes, before an agent runs, the ignored files outside of what it may change; nothing where it may change all. */
  noteIgnored(commit: string, state: LoopState): Promise<void>;
  /** Undoes what the agent did to ignored files in protected places, and outside of what it may change. */
  undoIgnored(trespass: Pick<Trespass, 'strangers' | 'ignored'>): Promise<void>;
  /** The baseline's versions of changed tests, test configuration and scripts; what is new and would take their place is taken away. */
  pristine(baseline: string, commit: string, state: LoopState): Promise<PristineFiles>;
  /** Ignored files that may configure a judge, as they are now. */
  ignoredJudges(commit: string): Promise<string[]>;
  /** Rejects, with a sentence for people, where the files cannot be had. */
  hidden(checks: readonly HiddenCheck[]): Promise<HiddenFiles>;
  lay(files: readonly LaidFile[]): Promise<void>;
  putBack(): Promise<void>;
  /** Notes which ignored files there are; the function it gives removes those that came since. */
  watchIgnored(commit: string): Promise<() => Promise<void>>;
}
