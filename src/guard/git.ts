import { spawn } from 'node:child_process';

export interface GitOutput {
  code: number;
  stdout: Buffer;
  stderr: string;
}

/** Runs git in a folder; a failing git is data. Inherited GIT_* variables would point elsewhere and are left out. */
export function git(cwd: string, args: string[], input?: string): Promise<GitOutput> {
  return new Promise((resolve, reject) => {
    const env = Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|PREFIX)$/.test(name),
      ),
    );
    const child = spawn('git', ['-c', 'core.quotePath=false', ...args], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ code: code ?? 1, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString() }),
    );
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
  });
}
