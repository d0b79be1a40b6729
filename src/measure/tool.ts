import { relative } from 'node:path';
import { nameOf } from '../checks/index.ts';
import type { MeasuredFrom } from '../core/criteria/measured-from.ts';
import type { WatchCommand } from '../ports/activity.ts';
import type { MeasureRequest } from '../ports/index.ts';
import type { RunResult, RunSpec } from '../process/supervise.ts';
import { readTail } from '../process/tail.ts';

/** What is needed to run a measuring command. */
export interface Tools {
  supervise(spec: RunSpec, signal: AbortSignal): Promise<RunResult>;
  env: Record<string, string>;
  loop: string;
  watch?: WatchCommand;
}

export interface Tool {
  /** Used in the name of its output file. */
  name: string;
  command: string;
  /** Absolute. Default: the root. */
  folder?: string;
  timeoutMs?: number;
  timeoutMinutes?: number | undefined;
  /** Its result is a file that it writes, so its output alone is not cached. */
  writesFile?: boolean;
}

export interface ToolRun {
  text: string;
  /** Null if a signal or a timeout ended it, or it never started. */
  exitCode: number | null;
  durationMs: number;
  /** Relative to the loop's folder; absent if the result is cached. */
  outputFile?: string;
  /** The result is from an earlier run on the same tree. */
  cached?: boolean;
}

/** Rejects only with the signal's reason. */
export type RunTool = (tool: Tool) => Promise<ToolRun>;

/** Describes a tool run as the source of a part of the metrics. */
export function measuredFrom(part: string, command: string, toolRun: ToolRun): MeasuredFrom {
  const { text, exitCode, durationMs, outputFile = null } = toolRun;
  const end = text.length > MAX_REPORTED ? text.slice(text.indexOf('\n', text.length - MAX_REPORTED) + 1) : text;
  const source = { part, command, exitCode, durationMs, outputFile, output: end };
  return toolRun.cached ? { ...source, cached: true } : source;
}

const MAX_REPORTED = 2 * 1024 * 1024;
const MAX_TEXT = 32 * 1024 * 1024;

/** Runs a tool, or returns its cached result for this tree. Rejects only with the signal's reason. */
export async function runTool(
  tools: Tools,
  request: MeasureRequest,
  tool: Tool,
  signal: AbortSignal,
): Promise<ToolRun> {
  const { remembered, root } = request;
  const folder = tool.folder ?? root;
  const detail = { cwd: folder, root, env: tools.env, folder: relative(root, folder) };
  const name = remembered && !tool.writesFile ? nameOf('tool', [tool.command], detail) : null;
  const cached = name && ((await remembered?.find(name)) as ToolRun | null);
  if (cached) return { ...cached, cached: true };
  const toolRun = await execute(tools, request, { ...tool, folder }, signal);
  if (name && toolRun.exitCode !== null && toolRun.exitCode < 126) remembered?.keep(name, toolRun);
  return { ...toolRun, outputFile: request.outputPath(tool.name).relative };
}

async function execute(
  { supervise, env, loop, watch }: Tools,
  { run, outputPath, settings }: MeasureRequest,
  { name, command, folder, timeoutMs, timeoutMinutes }: Tool & { folder: string },
  signal: AbortSignal,
): Promise<ToolRun> {
  const output = outputPath(name).absolute;
  const watching = watch?.(command);
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
      ...(watching && { onOutput: watching.write }),
    },
    signal,
  ).finally(() => watching?.end());
  if (result.ended === 'cancelled') throw signal.reason;
  const exitCode = result.ended === 'exited' ? result.exitCode : null;
  return { text: await readTail(output, MAX_TEXT), exitCode, durationMs: result.durationMs };
}
