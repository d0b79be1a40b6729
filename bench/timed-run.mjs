import { spawn } from 'node:child_process';

/** Runs a shell command, or a program with arguments, to its end or for `limitMs` at most. Never rejects. */
export function timedRun(command, { cwd, env = {}, args, limitMs = 600_000 }) {
  const began = performance.now();
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...env }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] };
    const child = args ? spawn(command, args, options) : spawn('sh', ['-c', command], options);
    let [stdout, stderr, timedOut] = ['', '', false];
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const timer = setTimeout(() => {
      timedOut = true;
      endGroup(child.pid);
    }, limitMs);
    const end = (status) => {
      clearTimeout(timer);
      resolve({ status, stdout, stderr, timedOut, seconds: (performance.now() - began) / 1000 });
    };
    child.on('error', (error) => {
      stderr += error.message;
      end(null);
    });
    child.on('close', end);
  });
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
