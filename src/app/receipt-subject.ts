import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { git } from '../system/git.ts';
import { UsageError } from '../system/usage-error.ts';
import { locateWorkspace } from '../workspace/locate.ts';
import type { AppContext } from './context.ts';
import { type LoopReading, readLoop } from './loop-reading.ts';

/** A receipt to check: a `result.json`, or a commit whose message holds one. */
export type ReceiptSubject =
  | { kind: 'file'; path: string; receipt: Record<string, unknown>; headTree: string | null }
  | { kind: 'commit'; commit: string; message: string; tree: string };

/** Throws if it is neither, or holds no receipt. */
export async function readReceiptSubject(context: AppContext, subject: string): Promise<ReceiptSubject> {
  const path = resolve(context.cwd, subject);
  const text = await readFile(path, 'utf8').catch(() => null);
  const { root } = await locateWorkspace(context.cwd);
  const ask = async (...args: string[]) =>
    (await git(args, { cwd: root, userConfig: true }).catch(() => null))?.stdout.toString() ?? null;
  const name = (one: string) => ['rev-parse', '--verify', '--quiet', '--end-of-options', one];
  if (text !== null) {
    const headTree = (await ask(...name('HEAD^{tree}')))?.trim() ?? null;
    return { kind: 'file', path, receipt: receiptIn(text, subject), headTree };
  }
  const commit = (await ask(...name(`${subject}^{commit}`)))?.trim();
  if (!commit) throw new UsageError(`${subject} is neither a file nor a commit`, 'name a result.json or a commit');
  const [message, tree] = await Promise.all([
    ask('log', '-1', '--format=%B', commit),
    ask(...name(`${commit}^{tree}`)),
  ]);
  if (message === null || !/^Jumar-Loop: /m.test(message))
    throw new UsageError(`the message of ${subject} holds no receipt`, 'jumar apply --branch writes one');
  return { kind: 'commit', commit, message, tree: tree?.trim() ?? '' };
}

/** The loop of a receipt with its verified log; or why it cannot be read here. */
export async function readReceiptLoop(
  context: AppContext,
  loop: string,
): Promise<LoopReading | { problem: string; isDamaged: boolean }> {
  try {
    return await readLoop(context, loop);
  } catch (error) {
    const { message } = error as Error;
    return {
      problem: message,
      isDamaged: !(error instanceof UsageError) && !/no loop|not found|unknown/i.test(message),
    };
  }
}

function receiptIn(text: string, subject: string): Record<string, unknown> {
  const refuse = () => new UsageError(`${subject} is not a receipt`, 'name the result.json of a loop, or a commit');
  let receipt: unknown;
  try {
    receipt = JSON.parse(text);
  } catch {
    throw refuse();
  }
  if (typeof receipt !== 'object' || receipt === null || !('schema' in receipt)) throw refuse();
  if (receipt.schema !== 'jumar-result/1')
    throw new UsageError(`${subject} has the schema ${String(receipt.schema)}; this version knows jumar-result/1`);
  return receipt as Record<string, unknown>;
}
