import { relative } from 'node:path';
import type { MeasuredFrom } from '../core/criteria/measured-from.ts';
import type { RunResult, RunSpec } from '../process/supervise.ts';
import { readTail } from '../process/tail.ts';
import { nameOf } from '../results/what.ts';
import type { MeasureRequest } from '../runner/ports.ts';

/** What it takes to run a measuring command. */
export interface Tools {
  supervise(spec: RunSpec, signal: AbortSignal): Promise<RunResult>;
  env: Record<string, string>;
  loop: string;
}

export interface Tool {
  /** Names its output. */
  name: string;
  command: string;
  /** Absolute; the root where it is left out. */
  folder?: string;
  timeoutMs?: number;
  timeoutMinutes?: number | undefined;
  /** It is run for a file that it writes: its output alone is not its result, and is not kept. */
  writes?: boolean;
}

export interface ToolRun {
  text: string;
  /** Null where it was ended by a signal, a timeout or never started. */
  exitCode: number | null;
  durationMs: number;
  /** Relative to the loop's folder; left out where nothing was run anew. */
  outputFile?: string;
  /** Known for this very tree, and not run. */
  cached?: boolean;
}

/** Rejects only with the signal's reason. */
export type RunTool = (tool: Tool) => Promise<ToolRun>;

/** How a run is told of, as what a part of the metrics was read from. */
export function toldAs(part: string, command: string, ran: ToolRun): MeasuredFrom {
  const { text, exitCode, durationMs, outputFile = null } = ran;
  const end = text.length > MAX_TOLD ? text.slice(text.indexOf('\n', text.length - MAX_TOLD) + 1) : text;
  const told = { part, command, exitCode, durationMs, outputFile, output: end };
  return ran.cached ? { ...told, cached: true } : told;
}

const MAX_TOLD = 2 * 1024 * 1024;
const MAX_TEXT = 32 * 1024 * 1024;

/** Runs a tool, or tells what it said on this very tree before. Rejects only with the signal's reason. */
export async function runTool(
  tools: Tools,
  request: MeasureRequest,
  tool: Tool,
  signal: AbortSignal,
): Promise<ToolRun> {
  const { remembered, root } = request;
  const folder = tool.folder ?? root;
  const detail = { cwd: folder, root, env: tools.env, folder: relative(root, folder) };
  const name = remembered && !tool.writes ? nameOf('tool', [tool.command], detail) : null;
  const known = name && ((await remembered?.find(name)) as ToolRun | null);
  if (known) return { ...known, cached: true };
  const ran = await runAnew(tools, request, { ...tool, folder }, signal);
  if (name && ran.exitCode !== null && ran.exitCode < 126) remembered?.keep(name, ran);
  return { ...ran, outputFile: request.outputPath(tool.name).relative };
}

async function runAnew(
  { supervise, env, loop }: Tools,
  { run, outputPath, settings }: MeasureRequest,
  { name, command, folder, timeoutMs, timeoutMinutes }: Tool & { folder: string },
  signal: AbortSignal,
): Promise<ToolRun> {
  const output = outputPath(name).absolute;
  const result = await supervise(
    {
      command,
      cwd: folder,
      env,
      run: `${run}-${name}`,
      loop,
      stdin: null,
      outputFile: output,
      streams: 'merged',
      timeoutMs: timeoutMs ?? (timeoutMinutes ?? settings.metrics.timeoutMinutes) * 60_000,
      silenceMs: null,
      graceMs: settings.agent.graceSeconds * 1000,
    },
    signal,
  );
  if (result.ended === 'cancelled') throw signal.reason;
  const exitCode = result.ended === 'exited' ? result.exitCode : null;
  return { text: await readTail(output, MAX_TEXT), exitCode, durationMs: result.durationMs };
}
