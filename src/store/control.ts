import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ControlRequest } from '../ports/index.ts';
import { errnoOf, readFailure } from '../system/errors.ts';
import { ensureFolder, writeFileAtomic } from '../system/files.ts';

/**
 * Leaves a request for the process that runs the loop. The request is on disk when this resolves. `withdraw` removes
 * it and returns false if the process has already taken it.
 */
export async function requestControl(
  folder: string,
  request: ControlRequest,
): Promise<{ withdraw(): Promise<boolean> }> {
  const path = join(folder, requestName());
  await ensureFolder(folder);
  await writeFileAtomic(path, `${JSON.stringify(request)}\n`);
  return { withdraw: () => tryRemove(path) };
}

/** Takes the oldest request, or returns null. Removes or skips invalid files. */
export async function takeControl(folder: string): Promise<ControlRequest | null> {
  for (const name of await requestNames(folder)) {
    const path = join(folder, name);
    const request = await readRequest(path);
    if (!request) {
      await rm(path, { force: true }).catch(() => {});
    } else if (await tryRemove(path)) {
      return request;
    }
  }
  return null;
}

/** Names sort by time; the counter orders the requests of one process within a millisecond. */
function requestName(): string {
  counter += 1;
  const order = String(counter).padStart(6, '0');
  return `${Date.now()}-${order}-${randomBytes(4).toString('hex')}.json`;
}

let counter = 0;

async function requestNames(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw readFailure(error, folder);
  }
}

async function readRequest(path: string): Promise<ControlRequest | null> {
  try {
    const raw = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown> | null;
    if (raw?.type === 'pause' && typeof raw.now === 'boolean') return { type: 'pause', now: raw.now };
    if (raw?.type === 'go-on' || raw?.type === 'skip') return { type: raw.type };
    if (raw?.type === 'abort' && typeof raw.revert === 'boolean') {
      return { type: 'abort', revert: raw.revert, ...(typeof raw.reason === 'string' && { reason: raw.reason }) };
    }
    if (raw?.type === 'gate' && raw.answer === 'abort') {
      return { type: 'abort', revert: false, ...(typeof raw.reason === 'string' && { reason: raw.reason }) };
    }
    if (raw?.type === 'gate' && (raw.answer === 'approve' || raw.answer === 'reject')) {
      const reason = typeof raw.reason === 'string' ? raw.reason : null;
      return { type: 'gate', answer: raw.answer, reason, ...(raw.by === 'terminal' && { by: raw.by }) };
    }
    if (raw?.type === 'settings' && typeof raw.values === 'object' && raw.values !== null) {
      return { type: 'settings', values: raw.values as Record<string, unknown> };
    }
    return null;
  } catch {
    return null;
  }
}

/** If two processes compete for a request, the one whose unlink succeeds gets it. */
async function tryRemove(path: string): Promise<boolean> {
  return unlink(path).then(
    () => true,
    () => false,
  );
}
