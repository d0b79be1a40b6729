/** Written by package managers, never by hand. */
const LOCK_FILES = [
  ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb', 'deno.lock'],
  ...['poetry.lock', 'uv.lock', 'pdm.lock', 'Pipfile.lock', 'Cargo.lock', 'go.sum', 'Gemfile.lock', 'composer.lock'],
  ...['mix.lock', 'packages.lock.json', 'gradle.lockfile', 'Podfile.lock', 'flake.lock'],
];
const lockFiles = new Set(LOCK_FILES);

/** Written by people, and what is installed follows them as it follows a lock file. */
const PINNED = /^(?:requirements[\w.-]*\.txt|go\.mod)$/;

export function isLockFile(path: string): boolean {
  return lockFiles.has(nameIn(path));
}

/** Whether a change of the file means that other dependencies are to be installed. */
export function namesDependencies(path: string): boolean {
  return isLockFile(path) || PINNED.test(nameIn(path));
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
