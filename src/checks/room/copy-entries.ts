import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Copies files and folders with their times and links, sharing blocks if the disk can. A file that vanishes meanwhile is
 * left out: somebody may be working in the source.
 */
export async function copyEntries(
  from: string,
  to: string,
  paths: readonly string[],
  /** Where a source really is: links to it are then not copied as links. */
  resolve = (path: string) => path,
): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(to, path)), { recursive: true });
    await copyOnto(resolve(join(from, path)), join(to, path));
  }
}

/** Copies one file, or what is in a folder. */
export async function copyOnto(from: string, to: string): Promise<void> {
  if (process.platform === 'linux') return runCp(['-a', '--reflink=auto', '-T', '--', from, to]);
  await cp(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, force: true }).catch(
    () => {},
  );
}

function runCp(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile('cp', args, { env: { ...process.env, LC_ALL: 'C' } }, (error, _, stderr) => {
      if (error && /No space left/.test(stderr)) reject(Object.assign(new Error(stderr.trim()), { code: 'ENOSPC' }));
      else resolve();
    });
  });
}
