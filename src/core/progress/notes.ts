import type { Verdict } from '../criteria/verdict.ts';
import type { ReportedFailure } from '../failures/reported-failure.ts';

/** One criterion's run as a strategy receives it; both streams in the order they came. */
export interface CheckContext {
  /** The command that ran; null if the criterion is on a file, or the source of a metric is unknown. */
  command: string | null;
  /** It is on a number, and the command is what that was measured with. */
  metric?: boolean | undefined;
  text: string;
  outcome: Verdict['outcome'];
  exitCode: number | null;
  reason: string;
  durationMs: number;
  output: string;
  failures: ReportedFailure[];
}

/** What a strategy receives about an iteration: recorded facts only. */
export interface IterationContext {
  iteration: number;
  /** Made by a person between two sessions. */
  byHand: boolean;
  /** How the agent's run ended, if it did not end well. */
  agentProblem: string | null;
  filesChanged: { count: number; paths: string[] };
  /** The earlier iteration that had left exactly the same files; null if there is none. */
  sameAs: number | null;
  /** Why its work was undone; null if it was kept. */
  rolledBack: string | null;
  checks: CheckContext[];
  /** What else the judge has to say: what was undone, what is flaky. */
  remarks: string[];
  /** How the checks came out with the original versions of what they rest on; empty if that was not checked. */
  pristine: string[];
  /** One or two sentences, by a model or by rules. */
  summary: { text: string; source: 'model' | 'rules' };
}

export interface NotesLimits {
  /** How many of the most recent iterations are shown. */
  maxEntries: number;
  /** How many characters of output are shown per iteration. */
  maxChars: number;
}

/**
 * What the next prompt says about earlier iterations. Pure over what was recorded: the same contexts in the same
 * order give the same text to the byte, and so does `restore(save())`. `restore` throws for what `save` did not write.
 */
export interface ProgressNotes {
  /** Adds an iteration, drops the oldest if there are too many, and returns the new entry. */
  record(context: IterationContext): string;
  /** For `{{progress}}`; empty if nothing was recorded. */
  text(): string;
  clear(): void;
  size(): number;
  save(): string;
  restore(saved: string): void;
}

/** One file each in this folder, one line in `index.ts`. */
export interface ProgressStrategy {
  name: string;
  entry(context: IterationContext, limits: NotesLimits): string;
  /** The text of all that is kept, oldest first; there is at least one. */
  text(contexts: readonly IterationContext[], limits: NotesLimits): string;
}
