import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureFolder, writeFileAtomic } from './files.ts';

/**
 * Files in a protected place that a `jumar` command wrote at a person's word: a loop that runs meanwhile must neither take
 * them for its agent's work nor lose them. By content, so that an edit on top of it is the agent's again.
 */
export async function sanction(projectFolder: string, path: string, content: Buffer): Promise<void> {
  await ensureFolder(projectFolder);
  await write(projectFolder, { ...(await sanctioned(projectFolder)), [path]: content.toString('base64') });
}

export async function isSanctioned(projectFolder: string, path: string, content: Buffer | null): Promise<boolean> {
  return content !== null && (await sanctioned(projectFolder))[path] === content.toString('base64');
}

/** The files as they were written, by their paths below the workspace's root, in base64. */
export async function sanctioned(projectFolder: string): Promise<Record<string, string>> {
  const text = await readFile(file(projectFolder), 'utf8').catch(() => '{}');
  try {
    return (JSON.parse(text) as { files?: Record<string, string> }).files ?? {};
  } catch {
    return {};
  }
}

/** Before any agent runs: what differs by now was changed by a person since, and that is the later word. */
export async function forgetChanged(projectFolder: string, root: string): Promise<void> {
  const known = Object.entries(await sanctioned(projectFolder));
  const kept = [];
  for (const [path, content] of known) {
    const now = await readFile(join(root, path)).catch(() => null);
    if (now?.toString('base64') === content) kept.push([path, content]);
  }
  if (kept.length < known.length) await write(projectFolder, Object.fromEntries(kept));
}

async function write(projectFolder: string, files: Record<string, string>): Promise<void> {
  await writeFileAtomic(file(projectFolder), `${JSON.stringify({ files })}\n`);
}

function file(projectFolder: string): string {
  return join(projectFolder, 'sanctioned.json');
}
