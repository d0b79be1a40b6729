import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SnapshotReader } from '../../../app/snapshots.ts';
import type { IterationState, LoopState } from '../../../core/state/state.ts';
import { plainText } from '../../../core/text/plain-text.ts';
import { type Payload, statusSigns } from '../../report-page/payload.ts';
import { sourcesOf } from './sources.ts';

export interface GatherOptions {
  state: LoopState;
  /** The loop's folder beside its log. */
  folder: string;
  /** Null if the snapshots cannot be read: the page then has no diffs, and says so. */
  workspace: Pick<SnapshotReader, 'versions' | 'texts' | 'listSnapshots'> | null;
  /** The iterations that the page shows. */
  shown: ReadonlySet<number>;
  /** Characters of sources, and of prompt and transcript per iteration. */
  budget: { sources: number; perText: number };
}

/** Reads the data of the page. Skips missing files. */
export async function gatherPayload({ state, folder, workspace, shown, budget }: GatherOptions): Promise<Payload> {
  const texts: Payload['texts'] = {};
  const iterations = state.iterations.filter(({ n }) => shown.has(n));
  for (const iteration of iterations) texts[iteration.n] = await textsOf(iteration, folder, budget.perText);
  const sources = workspace
    ? await sourcesOf({ id: state.id, iterations }, workspace, budget.sources).catch((error: Error) =>
        without(error.message),
      )
    : without('the shadow repository is missing');
  return { ...sources, tests: await testRows(iterations, folder), texts };
}

function without(why: string) {
  return { compared: [], files: [], notes: [`The snapshots could not be read: ${why}`] };
}

async function textsOf({ prompt, agent }: IterationState, folder: string, perText: number) {
  return {
    prompt: prompt && (await excerpt(join(folder, prompt.file), perText)),
    transcript: agent && (await excerpt(join(folder, agent.outputFile), perText)),
  };
}

/** A little of the start and more of the end of a file, where agents summarise their work. */
async function excerpt(path: string, limit: number): Promise<string | null> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      if (size <= limit) return plainText((await file.readFile()).toString('utf8'));
      const first = Math.floor(limit / 4);
      const piece = async (at: number, length: number) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
        return plainText(buffer.toString('utf8', 0, bytesRead));
      };
      const [head, tail] = [await piece(0, first), await piece(size - (limit - first), limit - first)];
      return `${head}\n[… ${size - limit} bytes omitted …]\n${tail}`;
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}

/** One row per test, over the iterations with recorded test names. */
async function testRows(iterations: readonly IterationState[], folder: string): Promise<Payload['tests']> {
  const testRuns: { n: number; statuses: Record<string, string> }[] = [];
  for (const { n, testsFile } of iterations) {
    const statuses = testsFile && (await readStatuses(join(folder, testsFile)));
    if (statuses) testRuns.push({ n, statuses });
  }
  const names = [...new Set(testRuns.flatMap(({ statuses }) => Object.keys(statuses)))];
  const sign = (status: string | undefined) => statusSigns[status as keyof typeof statusSigns] ?? ' ';
  const rows = names.map((name): [string, string] => [
    name,
    testRuns.map(({ statuses }) => sign(Object.hasOwn(statuses, name) ? statuses[name] : undefined)).join(''),
  ]);
  return { iterations: testRuns.map(({ n }) => n), rows };
}

async function readStatuses(path: string): Promise<Record<string, string> | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, string>;
  } catch {
    return null;
  }
}
