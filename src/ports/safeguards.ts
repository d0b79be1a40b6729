import type { EventOf } from '../core/state/events.ts';
import type { LoopState } from '../core/state/state.ts';
import type { HiddenCheck } from '../core/state/verification-settings.ts';
import type { LocalFiles } from './local-files.ts';

export interface OverlayFile {
  /** Relative to the workspace's root. */
  path: string;
  /** Null: the file is removed. */
  content: Buffer | null;
  mode: number;
}

export type HiddenFile = OverlayFile & { content: Buffer };

export interface HiddenFiles {
  files: HiddenFile[];
  /** Of names and content; the loop notices if they change while it runs. */
  fingerprint: string;
}

export interface PristineFile extends OverlayFile {
  /** The baseline had none: it is taken away, or what it says on judging is. */
  isNew: boolean;
  /** It sets the judge up, and is not a test. */
  setsUp: boolean;
  /** The baseline's version judged nothing: its scripts only said that there is no check. */
  isPlaceholder: boolean;
}

/** A file of the judge that lies in another place now, where it may judge as well. */
export interface MovedFile {
  /** The baseline's, at its place. */
  file: PristineFile;
  to: string;
  /** It reaches the same files from there as before, or where they were moved to. */
  follows: boolean;
}

export interface PristineFiles {
  files: PristineFile[];
  moved: MovedFile[];
  /** Tests that are new, and not only in another place. */
  newTests: string[];
  /** What the agent made of them: an approval holds for this and nothing else. */
  fingerprint: string;
}

/** What a snapshot has of its own in its tests. */
export interface ChangedTests {
  files: OverlayFile[];
  /** Something other than tests and their set-up differs, too. */
  hasOtherChanges: boolean;
}

/** An ignored file that an agent made, changed or removed although it lies outside of what it may change. */
export interface IgnoredChange {
  path: string;
  what: 'made' | 'changed' | 'removed';
  /** False if it was too large for a copy to be kept. */
  undoable: boolean;
}

export interface ForbiddenChanges {
  /** What goes back to how it was. */
  paths: string[];
  /** Ignored files that lie in protected places and did not at the baseline. */
  unexpectedFiles: string[];
  /** Ignored files outside of what the agent may change. */
  ignored: IgnoredChange[];
  fact: Pick<EventOf<'changes-reverted'>, 'protected' | 'scope' | 'findings'>;
}

/** What lies outside the agent's reach, and what judges beside the criteria. */
export interface Safeguards {
  /** What of the agent's changes since `base` may not stand. */
  findForbiddenChanges(base: string, commit: string, state: LoopState): Promise<ForbiddenChanges | null>;
  /** Notes, before an agent runs, the ignored files outside of what it may change; nothing if it may change all. */
  noteIgnored(commit: string, state: LoopState): Promise<void>;
  /** Undoes what the agent did to ignored files in protected places, and outside of what it may change. */
  undoIgnored(changes: Pick<ForbiddenChanges, 'unexpectedFiles' | 'ignored'>): Promise<void>;
  /** Ignored files of the user's, wherever they are. */
  localFiles: LocalFiles;
  /** The baseline's versions of all that changed and belongs to its tests; what is new and would take their place is taken away. */
  pristine(baseline: string, commit: string, state: LoopState): Promise<PristineFiles>;
  /** The snapshot's versions of its tests and of what sets them up, to be laid over the baseline. */
  testsOf(commit: string, baseline: string, state: LoopState): Promise<ChangedTests>;
  /** Ignored files that may configure a judge, as they are now. */
  ignoredJudges(commit: string): Promise<string[]>;
  /** Rejects, with a message for people, if the files are unavailable. */
  hidden(checks: readonly HiddenCheck[]): Promise<HiddenFiles>;
}
