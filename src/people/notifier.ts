import { spawn } from 'node:child_process';
import type { News } from '../core/news.ts';
import { isTimeout, within } from '../process/within.ts';
import type { Notifier } from '../runner/ports.ts';

/** Tells people by a command that reads the news as JSON on its stdin, and by a webhook that gets the same posted. */
export function createNotifier(env: NodeJS.ProcessEnv, cwd: string): Notifier {
  return {
    async notify(news, { command, webhook, timeoutSeconds }, signal) {
      const bounded = (tell: (signal: AbortSignal) => Promise<string | null>) => () =>
        within(timeoutSeconds * 1000, signal, tell);
      const results = await Promise.all([
        command
          ? told(
              'command',
              bounded((either) => runCommand(command, news, env, cwd, either)),
            )
          : [],
        webhook
          ? told(
              'webhook',
              bounded((either) => post(webhook, news, either)),
            )
          : [],
      ]);
      signal.throwIfAborted();
      return results.flat();
    },
  };
}

async function told(channel: 'command' | 'webhook', tell: () => Promise<string | null>) {
  try {
    return [{ channel, problem: await tell() }];
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

/** In a group of its own, so that a hanging command is ended with all its children. */
function runCommand(command: string, news: News, env: NodeJS.ProcessEnv, cwd: string, signal: AbortSignal) {
  return new Promise<string | null>((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', command], { cwd, env, detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    const end = () => {
      if (child.pid) killGroup(child.pid);
      reject(signal.reason);
    };
    signal.addEventListener('abort', end, { once: true });
    child.on('error', reject);
    child.on('exit', (code, killed) => {
      signal.removeEventListener('abort', end);
      resolve(code === 0 ? null : `it ended with ${killed ?? `exit ${code}`}`);
    });
    // A command that does not read its stdin is no failure.
    child.stdin.on('error', () => {});
    child.stdin.end(`${JSON.stringify(news)}\n`);
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isTimeout(error)) return 'it took too long';
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return cause ? `${error.message}: ${cause}` : error.message;
}
