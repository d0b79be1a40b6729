import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf, readFailure } from '../system/errors.ts';
import { ensureFolder, writeFileAtomic } from '../system/files.ts';

/** A request as it is sealed. */
export interface SealedRequest {
  /** The session it is for: the token of the loop's lock. */
  session: string;
  /** Each is accepted once. */
  nonce: string;
  request: unknown;
}

/** The secret of a loop: any process that can read it may control the loop. An agent in a cell cannot. */
export async function readRequestKey(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim() || null;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw readFailure(error, path);
  }
}

/** The secret, created by the loop's first session. The caller holds the loop's lease. */
export async function ensureRequestKey(path: string): Promise<string> {
  const present = await readRequestKey(path);
  if (present !== null) return present;
  const key = randomBytes(32).toString('hex');
  await ensureFolder(dirname(path));
  await writeFileAtomic(path, `${key}\n`);
  return key;
}

/** The request with its proof: two lines. */
export function sealRequest(key: string, session: string, request: unknown): string {
  const body = JSON.stringify({ session, nonce: randomBytes(12).toString('hex'), request } satisfies SealedRequest);
  return `${proofOf(key, body)}\n${body}\n`;
}

/** Null if the text was not sealed with this key. */
export function openSealed(key: string, text: string): SealedRequest | null {
  const [proof = '', body = ''] = text.split('\n');
  const [given, expected] = [Buffer.from(proof, 'hex'), Buffer.from(proofOf(key, body), 'hex')];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(body) as SealedRequest;
}

function proofOf(key: string, body: string): string {
  return createHmac('sha256', key).update(body).digest('hex');
}
