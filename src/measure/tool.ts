import type { RunResult, RunSpec } from '../process/supervise.ts';
import { readTail } from '../process/tail.ts';
import type { MeasureRequest } from '../runner/ports.ts';

/** What it takes to run a measuring command. */
export interface Tools {
  supervise(spec: RunSpec, signal: AbortSignal): Promise<RunResult>;
  env: Record<string, string>;
  loop: string;
}

export interface ToolRun {
  text: string;
  /** Null where it was ended by a signal, a timeout or never started. */
  exitCode: number | null;
  durationMs: number;
}

const MAX_TEXT = 32 * 1024 * 1024;

/** Runs a tool in the workspace's root. Rejects only with the signal's reason. */
export async function runTool(
  { supervise, env, loop }: Tools,
  { root, run, outputPath, settings }: MeasureRequest,
  { name, command, timeoutMs }: { name: string; command: string; timeoutMs?: number },
  signal: AbortSignal,
): Promise<ToolRun> {
  const output = outputPath(name).absolute;
  const result = await supervise(
    {
      command,
      cwd: root,
      env,
      run: `${run}-${name}`,
      loop,
      stdin: null,
      outputFile: output,
      streams: 'merged',
      timeoutMs: timeoutMs ?? settings.metrics.timeoutMinutes * 60_000,
      silenceMs: null,
      graceMs: settings.agent.graceSeconds * 1000,
    },
    signal,
  );
  if (result.ended === 'cancelled') throw signal.reason;
  const exitCode = result.ended === 'exited' ? result.exitCode : null;
  return { text: await readTail(output, MAX_TEXT), exitCode, durationMs: result.durationMs };
}
