import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureFolder, writeFileAtomic } from './files.ts';

/**
 * Records a protected file that the user wrote with a `jumar` command: a running loop must neither take it for its
 * agent's work nor lose it. Stores the content, so that a later edit counts as the agent's again.
 */
export async function sanction(projectFolder: string, path: string, content: Buffer): Promise<void> {
  await ensureFolder(projectFolder);
  await write(projectFolder, { ...(await readSanctioned(projectFolder)), [path]: content.toString('base64') });
}

export async function isSanctioned(projectFolder: string, path: string, content: Buffer | null): Promise<boolean> {
  return content !== null && (await readSanctioned(projectFolder))[path] === content.toString('base64');
}

/** The same for a file outside of every workspace, by its full path: any loop of this state folder may come across it. */
export async function sanctionUserFile(home: string, path: string, content: Buffer): Promise<void> {
  await sanction(home, path, content);
}

export function isSanctionedUserFile(home: string, path: string, content: Buffer): Promise<boolean> {
  return isSanctioned(home, path, content);
}

/** The contents as written, in base64, by path relative to the workspace's root. */
export async function readSanctioned(projectFolder: string): Promise<Record<string, string>> {
  const text = await readFile(file(projectFolder), 'utf8').catch(() => '{}');
  try {
    return (JSON.parse(text) as { files?: Record<string, string> }).files ?? {};
  } catch {
    return {};
  }
}

/** Run this before any agent: a file that differs now was changed by a person later, and that change counts. */
export async function forgetChanged(projectFolder: string, root: string): Promise<void> {
  const listed = Object.entries(await readSanctioned(projectFolder));
  const remaining = [];
  for (const [path, content] of listed) {
    const now = await readFile(join(root, path)).catch(() => null);
    if (now?.toString('base64') === content) remaining.push([path, content]);
  }
  if (remaining.length < listed.length) await write(projectFolder, Object.fromEntries(remaining));
}

async function write(projectFolder: string, files: Record<string, string>): Promise<void> {
  await writeFileAtomic(file(projectFolder), `${JSON.stringify({ files })}\n`);
}

function file(projectFolder: string): string {
  return join(projectFolder, 'sanctioned.json');
}
