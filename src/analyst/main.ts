import type { CodeCache } from '../collectors/code/cache.ts';
import { grammarOf } from '../collectors/code/languages.ts';
import type { FunctionMeasure } from '../collectors/code/measure-source.ts';
import type { Answer, Question, TaskName, Tasks } from './tasks.ts';

/**
 * The analyst: a process beside the loop that keeps the grammars loaded, so that the loop itself stays small. It answers
 * one question after another and exits when its parent process does.
 */
const work: { [T in TaskName]: (input: Tasks[T]['input']) => Promise<Tasks[T]['output']> } = {
  async guard({ repository, before, after, ...context }) {
    const { guard, readChanges } = await import('../guard/index.ts');
    const { changes, contextFiles, tuning, rest, skipped } = await readChanges(repository, { before, after });
    const report = await guard({ changes, contextFiles, tuning, rest, unread: skipped, ...context });
    return { ...report, skipped: [...report.skipped, ...skipped] };
  },
  async tests({ files, ...request }) {
    const { editTests } = await import('../evidence/index.ts');
    return editTests(files, request);
  },
  async recordCalls({ tree, sources, ...request }) {
    const { recordCalls } = await import('../evidence/index.ts');
    return recordCalls(tree, sources, request);
  },
  async replayCalls({ tree, ...request }) {
    const { replayCalls } = await import('../evidence/index.ts');
    return replayCalls(tree, request);
  },
  async empty({ sources }) {
    const { emptyFunctions } = await import('../evidence/index.ts');
    return emptyFunctions(sources);
  },
  async constants({ sources, files, tests }) {
    const { constantFunctions } = await import('../evidence/index.ts');
    return constantFunctions(sources, files, tests);
  },
  async cut({ files, tests, all }) {
    const { cutTests } = await import('../evidence/index.ts');
    return cutTests(files, { tests, all });
  },
  async putBack({ files, tests, keepsFound }) {
    const { putBackTests } = await import('../evidence/index.ts');
    return putBackTests(files, { tests, keepsFound });
  },
  async mutants({ files, most }) {
    const { mutate } = await import('../evidence/index.ts');
    return mutate(files, most);
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
    const earlierFunctions = cachedFunctions(before, cache);
    const grew = complexityGrowth(
      earlierFunctions,
      new Map([...functions].filter(([path]) => earlierFunctions.has(path))),
    );
    await cache.save().catch(() => {});
    return { files, loc, complexity: complexity && { ...complexity, ...(grew.length > 0 && { grew }) }, unknown };
  },
};

let queue: Promise<unknown> = Promise.resolve();
process.on('message', (question: Question) => {
  queue = queue.then(() => answer(question)).then((reply) => process.send?.(reply));
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

/** Functions of earlier file contents. Files no longer in the cache are left out, so that nothing in them counts as new. */
function cachedFunctions(blobs: Record<string, string | null>, cache: CodeCache): Map<string, FunctionMeasure[]> {
  return new Map(
    Object.entries(blobs).flatMap(([path, blob]): [string, FunctionMeasure[]][] => {
      const cached = blob === null ? null : cache.get(`${grammarOf(path)}:${blob}`);
      return cached || blob === null ? [[path, cached?.functions ?? []]] : [];
    }),
  );
}
