import { readdir, readFile, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lineRanges, type Reach } from '../../core/metrics/reach.ts';
import { type CachedMap, mappedPositions } from './source-map.ts';
import { calledLines, type Position, positionsIn, type V8Function } from './v8-lines.ts';

interface ReachRequest {
  /** Where node wrote its data, one file per process or thread. */
  folder: string;
  root: string;
  /** Process id → the test file it was started for. */
  testFiles: ReadonlyMap<number, string>;
  /** The source files, relative to the root. */
  sources: ReadonlySet<string>;
}

interface V8Data {
  result: { url: string; functions: V8Function[] }[];
  'source-map-cache'?: Record<string, CachedMap>;
}

type ReachedLines = Map<string, Map<string, Set<number>>>;

/** What each test file reached, if every file has its own process. Null if no process belongs to a test file. */
export async function readV8Reach({ folder, root, testFiles, sources }: ReachRequest): Promise<Reach | null> {
  if (testFiles.size === 0) return null;
  const real = await realpath(root).catch(() => root);
  const names = new Map<string, string>();
  const inside = (path: string) => getOrCreate(names, path, () => relative(real, path).split(sep).join('/'));
  const positions = cachedPositions();
  const reachedLines: ReachedLines = new Map();
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(/^coverage-(\d+)-.*\.json$/.exec(name)?.[1]);
    const data = Number.isNaN(pid) ? null : await readData(join(folder, name));
    if (!data) continue;
    const testFile = testFiles.get(pid);
    const test = testFile === undefined ? '' : inside(await realpath(testFile).catch(() => testFile));
    const own = getOrCreate(reachedLines, test, () => new Map<string, Set<number>>());
    for (const { url, functions } of data.result) {
      if (!url.startsWith('file:') || url.includes('/node_modules/')) continue;
      for (const { file, line } of calledLines(functions, await positions(url, data['source-map-cache']?.[url]))) {
        const source = inside(file);
        if (sources.has(source)) getOrCreate(own, source, () => new Set<number>()).add(line);
      }
    }
  }
  return inRanges(reachedLines);
}

async function readData(path: string): Promise<V8Data | null> {
  try {
    const data = JSON.parse(await readFile(path, 'utf8')) as Partial<V8Data>;
    return Array.isArray(data.result) ? (data as V8Data) : null;
  } catch {
    return null;
  }
}

/** Parses each script once, however many processes load it. */
function cachedPositions(): (url: string, map: CachedMap | undefined) => Promise<Position[]> {
  const cache = new Map<string, Promise<Position[]>>();
  return (url, map) =>
    getOrCreate(cache, url, async () => {
      const mappedResult = map ? mappedPositions(map, url) : null;
      if (mappedResult) return mappedResult;
      const path = pathOf(url);
      const text = path && (await readFile(path, 'utf8').catch(() => null));
      return path && text ? positionsIn(text, path) : [];
    });
}

function pathOf(url: string): string | null {
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}

function inRanges(reachedLines: ReachedLines): Reach {
  return Object.fromEntries(
    [...reachedLines].map(([test, own]) => [
      test,
      Object.fromEntries([...own].map(([source, lines]) => [source, lineRanges(lines)])),
    ]),
  );
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = make();
  map.set(key, created);
  return created;
}
