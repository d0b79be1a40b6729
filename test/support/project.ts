import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A temporary folder that is gone when the test has ended. */
export function temporaryFolder(name = 'jumar-test-'): string {
  const folder = mkdtempSync(join(tmpdir(), name));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return folder;
}

export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: path.endsWith('.sh') ? 0o755 : 0o644 });
  }
}

export function git(folder: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' });
}

/** A committed project beside an empty state folder; both are gone when the test has ended. */
export function aProject(files: Record<string, string>): { project: string; home: string; outside: string } {
  return projectIn(temporaryFolder(), files);
}

/** The same in a folder that the caller removes. */
export function projectIn(
  base: string,
  files: Record<string, string>,
): { project: string; home: string; outside: string } {
  const project = join(base, 'project');
  const outside = join(base, 'outside');
  mkdirSync(project);
  mkdirSync(outside);
  writeFiles(project, files);
  // Without the sample hooks of git's template: a dozen files less to write and to remove.
  git(project, 'init', '-q', '--template=');
  git(project, 'add', '-A');
  git(project, 'commit', '-q', '-m', 'start');
  return { project, home: join(base, 'home'), outside };
}
