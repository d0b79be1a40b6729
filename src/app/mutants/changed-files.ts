import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from '../../system/git.ts';

export interface ChangedText {
  path: string;
  /** Null if the file is new. */
  before: string | null;
  after: string;
}

const MAX_BYTES = 500_000;
const SOURCE = /\.(?:[cm]?[jt]sx?|py|go|rs|java)$/;

/** The source files of a checked out tree that differ from an earlier one, as they were and are. */
export async function changedTexts(folder: string, before: string): Promise<ChangedText[]> {
  const run = async (...args: string[]) => (await git(args, { cwd: folder, maxBytes: 2 ** 28 })).stdout.toString();
  const listing = await run('diff', '--name-status', '-z', '-M', '--diff-filter=AMR', before, '--');
  const untracked = await run('ls-files', '-z', '-o', '--exclude-standard');
  const entries = [
    ...entriesIn(listing.split('\0')),
    ...untracked.split('\0').flatMap((path) => (path === '' ? [] : [{ path, from: null }])),
  ];
  const files: ChangedText[] = [];
  for (const { path, from } of entries.filter((entry) => SOURCE.test(entry.path))) {
    const after = await readFile(join(folder, path), 'utf8').catch(() => null);
    if (after === null || after.length > MAX_BYTES) continue;
    files.push({ path, before: from === null ? null : await run('show', `${before}:${from}`), after });
  }
  return files;
}

/** `M path`, `A path`, `R090 from to`. */
function entriesIn(fields: readonly string[]): { path: string; from: string | null }[] {
  const entries: { path: string; from: string | null }[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const status = fields[index] ?? '';
    const first = fields[index + 1] ?? '';
    if (status.startsWith('R')) {
      entries.push({ path: fields[index + 2] ?? '', from: first });
      index += 1;
    } else if (status !== '') entries.push({ path: first, from: status === 'A' ? null : first });
  }
  return entries;
}
