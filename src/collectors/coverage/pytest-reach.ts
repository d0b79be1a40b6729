import { readdir, readFile, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { lineRanges, mergeReach, type Reach } from '../../core/metrics/reach.ts';
import { isForeignPath } from '../../project/skipped-paths.ts';

/** The output of the probe's plugin, with absolute paths: test file → source → lines. Null if there is none. */
export async function readPytestReach(folder: string, root: string): Promise<Reach | null> {
  const { isTestPath } = await import('../../syntax/languages/index.ts');
  const real = await realpath(root).catch(() => root);
  const inside = (path: string) => relative(real, path).split(sep).join('/');
  const isSource = (path: string) => !path.startsWith('../') && !isForeignPath(path) && !isTestPath(path);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('pytest-'));
  const reaches = await Promise.all(
    names.map(async (name): Promise<Reach | null> => {
      const text = await readFile(join(folder, name, 'reach.json'), 'utf8').catch(() => null);
      if (text === null) return null;
      const tests = JSON.parse(text) as Record<string, Record<string, number[]>>;
      return Object.fromEntries(
        Object.entries(tests).map(([test, sources]) => [
          inside(test),
          Object.fromEntries(
            Object.entries(sources)
              .map(([source, lines]) => [inside(source), lineRanges(lines)] as const)
              .filter(([source]) => isSource(source)),
          ),
        ]),
      );
    }),
  );
  return mergeReach(reaches);
}
