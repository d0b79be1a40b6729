import type { Adapter, Exit, Launch, Plan, Verdict } from './adapter.ts';
import { agentEnvironment } from './environment.ts';
import { endedFromOutside } from './finish.ts';
import type { Seen } from './seen.ts';

/** The kernel takes no longer argument than 128 KiB. */
const MAX_ARGUMENT_BYTES = 120 * 1024;

/**
 * Any shell command as an agent. The prompt is on its stdin unless the command names `{prompt}` (then it is an argument)
 * or `{promptFile}` (then it is a path). It tells nothing but its exit code.
 */
export const command: Adapter = {
  name: 'command',
  title: 'a command of yours',
  program: null,
  tellsTokens: false,
  cleanRoom: false,
  probe: async () => ({ path: '/bin/sh', version: null, signedIn: 'unknown', note: 'any shell command' }),
  plan,
  parse: (line) => [{ type: 'raw', text: line }],
  finish,
};

function plan({ program, prompt, promptFile, host, passed }: Launch): Plan | { problem: string } {
  let filled = program.replaceAll('{promptFile}', quoted(promptFile));
  if (filled.includes('{prompt}')) {
    if (Buffer.byteLength(prompt) > MAX_ARGUMENT_BYTES) {
      return { problem: 'the prompt is too long for an argument; use stdin or {promptFile} instead of {prompt}' };
    }
    filled = filled.replaceAll('{prompt}', () => quoted(prompt));
  }
  return {
    command: filled,
    env: agentEnvironment(host.env, passed),
    stdin: filled === program ? 'prompt' : null,
    streams: 'merged',
    writable: [],
    domains: [],
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function finish(seen: Seen, exit: Exit): Verdict {
  const outside = endedFromOutside(seen, exit);
  if (outside) return outside;
  if (exit.signal) return { outcome: 'failed', reason: `ended by ${exit.signal}`, error: null };
  return { outcome: exit.exitCode === 0 ? 'ok' : 'failed', reason: exitWords(exit.exitCode), error: null };
}

function exitWords(code: number | null): string {
  if (code === 127) return 'exit 127 (command not found)';
  if (code === 126) return 'exit 126 (not executable)';
  return `exit ${code}`;
}
