import { spawn } from 'node:child_process';
import type { News } from '../core/gates/news.ts';
import type { Notifier } from '../ports/index.ts';
import { isTimeout, within } from '../ports/within.ts';

/** Sends news as JSON to the stdin of a command, and to a webhook as a POST request. */
export function createNotifier(env: NodeJS.ProcessEnv, cwd: string): Notifier {
  return {
    async notify(news, { command, webhook, timeoutSeconds }, signal) {
      const withTimeout = (attempt: (signal: AbortSignal) => Promise<string | null>) => () =>
        within(timeoutSeconds * 1000, signal, attempt);
      const results = await Promise.all([
        command
          ? send(
              'command',
              withTimeout((either) => runCommand(command, news, env, cwd, either)),
            )
          : [],
        webhook
          ? send(
              'webhook',
              withTimeout((either) => post(webhook, news, either)),
            )
          : [],
      ]);
      signal.throwIfAborted();
      return results.flat();
    },
  };
}

async function send(channel: 'command' | 'webhook', attempt: () => Promise<string | null>) {
  try {
    return [{ channel, problem: await attempt() }];
  } catch (error) {
    return [{ channel, problem: explain(error) }];
  }
}

async function post(url: string, news: News, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(news),
    signal,
  });
  await response.body?.cancel();
  return response.ok ? null : `it answered ${response.status}`;
}

/** In its own process group, so that a hanging command is killed with all its children. */
function runCommand(command: string, news: News, env: NodeJS.ProcessEnv, cwd: string, signal: AbortSignal) {
  return new Promise<string | null>((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', command], { cwd, env, detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    const end = () => {
      if (child.pid) killGroup(child.pid);
      reject(signal.reason);
    };
    signal.addEventListener('abort', end, { once: true });
    child.on('error', reject);
    child.on('exit', (code, exitSignal) => {
      signal.removeEventListener('abort', end);
      resolve(code === 0 ? null : `it ended with ${exitSignal ?? `exit ${code}`}`);
    });
    // It is not a failure if the command does not read its stdin.
    child.stdin.on('error', () => {});
    child.stdin.end(`${JSON.stringify(news)}\n`);
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isTimeout(error)) return 'it took too long';
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return cause ? `${error.message}: ${cause}` : error.message;
}
