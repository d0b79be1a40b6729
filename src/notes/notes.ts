import type { ToldFailure, Verdict } from '../core/verdict.ts';

/** One criterion's run as a strategy is told of it; both streams in the order they came. */
export interface CheckContext {
  /** The command that ran; null where the criterion is on a file, or nothing is known of what a metric was read from. */
  command: string | null;
  /** It is on a number, and the command is what that was measured with. */
  metric?: boolean | undefined;
  text: string;
  outcome: Verdict['outcome'];
  exitCode: number | null;
  reason: string;
  durationMs: number;
  output: string;
  failures: ToldFailure[];
}

/** What a strategy is told of an iteration: recorded facts only. */
export interface IterationContext {
  iteration: number;
  /** Made by a person between two sessions. */
  byHand: boolean;
  /** How the agent's run ended where that was not well. */
  agentProblem: string | null;
  filesChanged: { count: number; paths: string[] };
  /** The earlier iteration that had left exactly the same files; null where there is none. */
  sameAs: number | null;
  /** Why its work was undone; null where it was kept. */
  rolledBack: string | null;
  checks: CheckContext[];
  /** What else the judge has to say: what was undone, what is flaky. */
  remarks: string[];
  /** How the checks came out with the original versions of what they rest on; empty where that was no question. */
  pristine: string[];
  /** One or two sentences, by a model or by rules. */
  summary: { text: string; source: 'model' | 'rules' };
}

export interface NotesLimits {
  /** How many iterations are told, the most recent ones. */
  maxEntries: number;
  /** How many characters of output are told of each. */
  maxChars: number;
}

/**
 * What the next prompt is told about earlier iterations. Pure over what was recorded: the same contexts in the same
 * order give the same text to the byte, and so does `restore(save())`. `restore` throws for what `save` did not write.
 */
export interface ProgressNotes {
  /** Takes an iteration in, lets the oldest go where there are too many, and gives the entry it made. */
  record(context: IterationContext): string;
  /** For `{{progress}}`; empty where nothing was recorded. */
  text(): string;
  clear(): void;
  size(): number;
  save(): string;
  restore(saved: string): void;
}

/** One file each in this folder, one line in `index.ts`. */
export interface Strategy {
  name: string;
  entry(context: IterationContext, limits: NotesLimits): string;
  /** The text of all that is kept, oldest first; there is at least one. */
  text(contexts: readonly IterationContext[], limits: NotesLimits): string;
}
