import type { ReplayedCall } from '../../ports/test-prober.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { TextEdit } from '../text-edit.ts';

/** A function of the project as a test file names it, and the nodes in which it names it to be called. */
export interface ProbedUse {
  name: string;
  node: SyntaxNode;
}

export interface ProbedFile {
  path: string;
  text: string;
  root: SyntaxNode;
  /** The file in the tree that a replay is put over, where tests stand among what they test; null if it has none. */
  source: string | null;
  /** Other files of the snapshot that say what its names are. */
  near: readonly { path: string; text: string; root: SyntaxNode }[];
  /** All paths of the snapshot. */
  paths: ReadonlySet<string>;
}

/**
 * How one language writes down the calls of a test file, and makes them again. Both write lines that begin with the marker into
 * the file whose path is in the environment variable of the marker's name.
 */
export interface ProbedLanguage {
  uses(file: ProbedFile): ProbedUse[];
  /** What the tests call and is left out, with the reason. */
  untried?(file: ProbedFile): UntriedFunction[];
  /** The test file, with the calls written down; files beside it that this needs. */
  record(file: ProbedFile, uses: readonly ProbedUse[], marker: string): { edits: TextEdit[]; beside?: WrittenFile };
  /** A file that replaces the test file: it makes these calls and prints how they came out. */
  replay(file: ProbedFile, names: readonly string[], calls: readonly ReplayedCall[], marker: string): string;
  /** What runs these files, if it is not what runs the tests. */
  command?(path: string, marker: string, isReplay: boolean): string;
}

export interface UntriedFunction {
  name: string;
  reason: string;
}

export interface WrittenFile {
  path: string;
  text: string;
}

/** What a replay may take in all, and how long one call. */
export const REPLAY_MS = 6000;
export const CALL_MS = 250;
/** A call as the tests make it may load what it needs first. */
export const FIRST_CALL_MS = 2000;
/** Longer inputs are not written down. */
export const MAX_CALL_CHARS = 2000;
