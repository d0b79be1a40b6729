import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

let cached: string | null = null;

/** Changes with every start of the machine; `unknown` if the machine has no such name. */
export function bootId(): string {
  cached ??= fromKernel() ?? 'unknown';
  return cached;
}

function fromKernel(): string | null {
  try {
    if (process.platform === 'linux') return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], { stdio: 'pipe' }).toString().trim() || null;
  } catch {
    return null;
  }
}
