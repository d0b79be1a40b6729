export interface CommandRequest {
  command: string;
  cwd: string;
  run: string;
  stdinFile: string | null;
  /** stderr goes beside it, as `<outputFile>.stderr`, if the streams are split. */
  outputFile: string;
  streams: 'merged' | 'split';
  timeoutMs: number;
  /** With the user's whole environment instead of that of checks. */
  asUser?: boolean;
}

export interface CommandResult {
  ok: boolean;
  /** `exit 1`, `ran out of time after 60 s`. */
  reason: string;
  durationMs: number;
  /** The end of the output. */
  tail: string;
}

/** Runs a command of the user's that is neither agent nor check. Rejects only if it was cancelled, with the signal's reason. */
export interface Commands {
  run(request: CommandRequest, signal: AbortSignal): Promise<CommandResult>;
}
