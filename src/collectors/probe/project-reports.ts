import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Reports that build tools write by default. */
const REPORT =
  /(?:^|\/)(?:(?:surefire|failsafe)-reports\/TEST-[^/]+\.xml|test-results\/.+\/TEST-[^/]+\.xml|TestResults\/.+\.trx|nextest\/.+\.xml)$/;
const BUILD_FILE = /^(?:pom\.xml|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|.+\.(?:cs|fs|vb)proj|.+\.slnx?)$/;
const SKIPPED_FOLDERS = new Set(['node_modules', '.git', '.hg', '.gradle', '.idea', 'src', '.venv', 'venv', '.jumar']);
const MAX_FOLDERS = 4000;
const MAX_DEPTH = 9;

export type ReportStamps = ReadonlyMap<string, string>;

/** All reports in the project, with time and size to detect whether they were rewritten. */
export async function projectReports(root: string): Promise<ReportStamps> {
  const reports = new Map<string, string>();
  if (!(await hasBuildFile(root))) return reports;
  let folders = 0;
  let level = [''];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      folders += 1;
      if (folders > MAX_FOLDERS) return reports;
      for (const entry of await entriesOf(join(root, folder))) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) next.push(path);
        else if (entry.isFile() && REPORT.test(path)) {
          const { mtimeMs, size } = await stat(join(root, path));
          reports.set(path, `${mtimeMs} ${size}`);
        }
      }
    }
    level = next;
  }
  return reports;
}

/** The reports that are new or were rewritten. */
export function writtenSince(before: ReportStamps, after: ReportStamps): string[] {
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
      .filter((entry) => entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name))
      .slice(0, 100)
      .map(({ name }) => entriesOf(join(root, name))),
  );
  return inner.flat().some(({ name }) => BUILD_FILE.test(name));
}

function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
