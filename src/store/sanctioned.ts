import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureFolder, writeFileAtomic } from './files.ts';

/**
 * Files in a protected place that a `jumar` command wrote at a person's word: a loop that runs meanwhile must not take them
 * for its agent's work. By content, so that an edit on top of it is the agent's again.
 */
export async function sanction(projectFolder: string, path: string, content: Buffer): Promise<void> {
  await ensureFolder(projectFolder);
  const known = { ...(await read(projectFolder)), [path]: hash(content) };
  await writeFileAtomic(file(projectFolder), `${JSON.stringify(known)}\n`);
}

export async function isSanctioned(projectFolder: string, path: string, content: Buffer | null): Promise<boolean> {
  return content !== null && (await read(projectFolder))[path] === hash(content);
}

async function read(projectFolder: string): Promise<Record<string, string>> {
  const text = await readFile(file(projectFolder), 'utf8').catch(() => '{}');
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    return {};
  }
}

function file(projectFolder: string): string {
  return join(projectFolder, 'sanctioned.json');
}

function hash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
