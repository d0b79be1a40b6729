import type { Adapter, Exit, Launch, Plan, Verdict } from './contract/adapter.ts';
import type { RunProgress } from './contract/run-progress.ts';
import { agentEnvironment } from './environment.ts';
import { endedFromOutside } from './finish.ts';
import { insertPrompt } from './insert-prompt.ts';

/** The kernel limits an argument to 128 KiB. */
const MAX_ARGUMENT_BYTES = 120 * 1024;
const MAX_LAST_LINE = 300;

/**
 * Any shell command as an agent. The prompt is on its stdin unless the command contains `{prompt}` (the prompt as an
 * argument) or `{promptFile}` (its path). Only its exit code says how it ended.
 */
export const command: Adapter = {
  name: 'command',
  title: 'a command of yours',
  program: null,
  reportsTokens: false,
  cleanRoom: false,
  probe: async () => ({ path: '/bin/sh', version: null, signedIn: 'unknown', note: 'any shell command' }),
  plan,
  parse: (line) => [{ type: 'raw', text: line }],
  finish,
};

function plan({ program, prompt, host, extraVariables }: Launch): Plan | { problem: string } {
  const inserted = insertPrompt(program);
  if ('problem' in inserted) return inserted;
  if (inserted.takesPrompt && Buffer.byteLength(prompt) > MAX_ARGUMENT_BYTES) {
    return { problem: 'the prompt is too long for an argument; use stdin or {promptFile} instead of {prompt}' };
  }
  return {
    command: inserted.script,
    env: agentEnvironment(host.env, extraVariables),
    stdin: inserted.script === program ? 'prompt' : null,
    streams: 'merged',
    writable: [],
    domains: [],
  };
}

function finish(progress: RunProgress, exit: Exit): Verdict {
  const outside = endedFromOutside(progress, exit);
  if (outside) return outside;
  if (exit.signal) return { outcome: 'failed', reason: `ended by ${exit.signal}`, error: null };
  if (exit.exitCode === 0) return { outcome: 'ok', reason: 'exit 0', error: null };
  const last = progress.lastLine.trim().slice(0, MAX_LAST_LINE);
  return { outcome: 'failed', reason: `${describeExit(exit.exitCode)}${last && `: ${last}`}`, error: null };
}

function describeExit(code: number | null): string {
  if (code === 127) return 'exit 127 (command not found)';
  if (code === 126) return 'exit 126 (not executable)';
  return `exit ${code}`;
}
