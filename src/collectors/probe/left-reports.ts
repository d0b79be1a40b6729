import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders and files in which build tools leave reports without being asked. */
const REPORT =
  /(?:^|\/)(?:(?:surefire|failsafe)-reports\/TEST-[^/]+\.xml|test-results\/.+\/TEST-[^/]+\.xml|TestResults\/.+\.trx|nextest\/.+\.xml)$/;
const BUILD_FILE = /^(?:pom\.xml|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|.+\.(?:cs|fs|vb)proj|.+\.slnx?)$/;
const NEVER = new Set(['node_modules', '.git', '.hg', '.gradle', '.idea', 'src', '.venv', 'venv', '.jumar']);
const MOST_FOLDERS = 4000;
const DEEPEST = 9;

export type LeftReports = ReadonlyMap<string, string>;

/** Every report that lies in the project, with what tells whether it was written since: time and size. */
export async function leftReports(root: string): Promise<LeftReports> {
  const found = new Map<string, string>();
  if (!(await hasBuildFile(root))) return found;
  let folders = 0;
  let level = [''];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      folders += 1;
      if (folders > MOST_FOLDERS) return found;
      for (const entry of await entriesOf(join(root, folder))) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory() && !NEVER.has(entry.name)) next.push(path);
        else if (entry.isFile() && REPORT.test(path)) {
          const { mtimeMs, size } = await stat(join(root, path));
          found.set(path, `${mtimeMs} ${size}`);
        }
      }
    }
    level = next;
  }
  return found;
}

/** Those that are new or were written again. */
export function writtenSince(before: LeftReports, after: LeftReports): string[] {
  return [...after]
    .filter(([path, state]) => before.get(path) !== state)
    .map(([path]) => path)
    .sort();
}

async function hasBuildFile(root: string): Promise<boolean> {
  const top = await entriesOf(root);
  if (top.some(({ name }) => BUILD_FILE.test(name))) return true;
  const inner = await Promise.all(
    top
      .filter((entry) => entry.isDirectory() && !NEVER.has(entry.name))
      .slice(0, 100)
      .map(({ name }) => entriesOf(join(root, name))),
  );
  return inner.flat().some(({ name }) => BUILD_FILE.test(name));
}

function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
