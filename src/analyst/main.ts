import type { CodeCache } from '../collectors/code/cache.ts';
import { grammarOf } from '../collectors/code/languages.ts';
import type { FunctionMeasure } from '../collectors/code/measure-source.ts';
import type { Answer, Question, TaskName, Tasks } from './tasks.ts';

/**
 * The analyst: a process beside the loop that holds the grammars warm, so that the loop itself stays small. It answers one
 * question after another and ends when the process that asked is gone.
 */
const work: { [T in TaskName]: (input: Tasks[T]['input']) => Promise<Tasks[T]['output']> } = {
  async guard({ repository, before, after, ...known }) {
    const { readChanges } = await import('../guard/git-changes.ts');
    const { guard } = await import('../guard/guard.ts');
    const { changes, contextFiles, tuning, rest, skipped } = await readChanges(repository, { before, after });
    const report = await guard({ changes, contextFiles, tuning, rest, ...known });
    return { ...report, skipped: [...report.skipped, ...skipped] };
  },
  async code({ root, paths, blobs, cacheFile, before }) {
    const { measureCode } = await import('../collectors/code/measure-code.ts');
    const { openCodeCache } = await import('../collectors/code/cache.ts');
    const cache = await openCodeCache(cacheFile);
    const { complexityGrowth } = await import('../collectors/code/growth.ts');
    const { files, loc, complexity, unknown, functions } = await measureCode({
      root,
      paths,
      blobs: new Map(Object.entries(blobs)),
      cache,
    });
    const then = knownFunctions(before, cache);
    const grew = complexityGrowth(then, new Map([...functions].filter(([path]) => then.has(path))));
    await cache.save().catch(() => {});
    return { files, loc, complexity: complexity && { ...complexity, ...(grew.length > 0 && { grew }) }, unknown };
  },
};

let last: Promise<unknown> = Promise.resolve();
process.on('message', (question: Question) => {
  last = last.then(() => answer(question)).then((said) => process.send?.(said));
});
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

async function answer({ id, task, input }: Question): Promise<Answer> {
  try {
    return { id, output: await work[task](input as never) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Of contents that were measured in their time. A file whose content is forgotten is left out: nothing in it is called new. */
function knownFunctions(blobs: Record<string, string | null>, cache: CodeCache): Map<string, FunctionMeasure[]> {
  return new Map(
    Object.entries(blobs).flatMap(([path, blob]): [string, FunctionMeasure[]][] => {
      const known = blob === null ? null : cache.get(`${grammarOf(path)}:${blob}`);
      return known || blob === null ? [[path, known?.functions ?? []]] : [];
    }),
  );
}
