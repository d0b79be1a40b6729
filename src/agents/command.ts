import { readFile } from 'node:fs/promises';
import { excerptOf } from '../core/excerpt.ts';
import type { RunResult, supervise as superviseRun } from '../process/supervise.ts';
import { readTail } from '../process/tail.ts';
import type { Agent, AgentRequest, AgentRun } from '../runner/ports.ts';
import { agentEnvironment } from './environment.ts';

/** The kernel takes no longer argument than 128 KiB. */
const MAX_ARGUMENT_BYTES = 120 * 1024;
const EXCERPT_CHARS = 500;
const TAIL_BYTES = 64 * 1024;

/**
 * Any shell command as an agent. The prompt is on its stdin unless the command names `{prompt}` (then it is an argument)
 * or `{promptFile}` (then it is a path).
 */
export function commandAgent(command: string, supervise: typeof superviseRun, env: NodeJS.ProcessEnv): Agent {
  return {
    name: 'command',
    async run(request, signal) {
      const filled = await fill(command, request.promptFile);
      if ('problem' in filled) return notStarted(filled.problem);
      const { settings } = request;
      const timeoutMs = Math.min(settings.timeoutMinutes * 60_000, request.remainingMs);
      const result = await supervise(
        {
          command: filled.command,
          cwd: request.cwd,
          env: {
            ...agentEnvironment(env, settings.env),
            JUMAR_ITERATION: String(request.iteration),
            JUMAR_PROMPT_FILE: request.promptFile,
            JUMAR_BLOCKED_FILE: request.blockedFile,
          },
          run: request.run,
          loop: request.loop,
          stdin: filled.command === command ? request.promptFile : null,
          outputFile: request.outputFile,
          streams: 'merged',
          timeoutMs,
          silenceMs: settings.silenceMinutes * 60_000,
          graceMs: settings.graceSeconds * 1000,
        },
        signal,
      );
      return asRun(result, request, timeoutMs);
    },
  };
}

async function fill(command: string, promptFile: string): Promise<{ command: string } | { problem: string }> {
  let filled = command.replaceAll('{promptFile}', quoted(promptFile));
  if (filled.includes('{prompt}')) {
    const prompt = await readFile(promptFile, 'utf8');
    if (Buffer.byteLength(prompt) > MAX_ARGUMENT_BYTES) {
      return { problem: 'the prompt is too long for an argument; use stdin or {promptFile} instead of {prompt}' };
    }
    filled = filled.replaceAll('{prompt}', () => quoted(prompt));
  }
  return { command: filled };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What is shown of an agent's output. */
export async function agentExcerpt(outputFile: string): Promise<string> {
  return excerptOf(await readTail(outputFile, TAIL_BYTES), EXCERPT_CHARS);
}

async function asRun(result: RunResult, request: AgentRequest, timeoutMs: number): Promise<AgentRun> {
  const excerpt = await agentExcerpt(request.outputFile);
  const { exitCode, durationMs, outputBytes, strays } = result;
  return { ...outcomeOf(result, request, timeoutMs), exitCode, durationMs, outputBytes, strays, excerpt };
}

function outcomeOf(
  result: RunResult,
  { settings }: AgentRequest,
  timeoutMs: number,
): Pick<AgentRun, 'outcome' | 'reason'> {
  switch (result.ended) {
    case 'not-started':
      return { outcome: 'not-started', reason: result.error ?? 'it could not be started' };
    case 'cancelled':
      return { outcome: 'cancelled', reason: 'cancelled' };
    case 'timeout':
      return { outcome: 'timeout', reason: `cancelled after ${(timeoutMs / 60_000).toFixed(1)} minutes` };
    case 'silent':
      return { outcome: 'silent', reason: `cancelled: no output for ${settings.silenceMinutes} minutes` };
    case 'exited':
      if (result.signal) return { outcome: 'failed', reason: `ended by ${result.signal}` };
      return { outcome: result.exitCode === 0 ? 'ok' : 'failed', reason: exitWords(result.exitCode) };
  }
}

function exitWords(code: number | null): string {
  if (code === 127) return 'exit 127 (command not found)';
  if (code === 126) return 'exit 126 (not executable)';
  return `exit ${code}`;
}

function notStarted(reason: string): AgentRun {
  return { outcome: 'not-started', reason, exitCode: null, durationMs: 0, outputBytes: 0, excerpt: '', strays: 0 };
}
