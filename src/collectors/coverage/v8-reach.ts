import { readdir, readFile, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lineRanges, type Reach } from '../../core/reach.ts';
import { type CachedMap, mappedPositions } from './source-map.ts';
import { calledLines, type Position, positionsIn, type V8Function } from './v8-lines.ts';

interface Place {
  /** Where node wrote its data, one file a process or thread. */
  folder: string;
  root: string;
  /** Process id → the test file that it was started for. */
  testFiles: ReadonlyMap<number, string>;
  /** What counts as source, relative to the root. */
  sources: ReadonlySet<string>;
}

interface V8Data {
  result: { url: string; functions: V8Function[] }[];
  'source-map-cache'?: Record<string, CachedMap>;
}

type Reached = Map<string, Map<string, Set<number>>>;

/** What each test file reached, where every file has a process of its own. Null where no process is known to be of one. */
export async function readV8Reach({ folder, root, testFiles, sources }: Place): Promise<Reach | null> {
  if (testFiles.size === 0) return null;
  const real = await realpath(root).catch(() => root);
  const names = new Map<string, string>();
  const inside = (path: string) => entry(names, path, () => relative(real, path).split(sep).join('/'));
  const positions = rememberedPositions();
  const reached: Reached = new Map();
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(/^coverage-(\d+)-.*\.json$/.exec(name)?.[1]);
    const data = Number.isNaN(pid) ? null : await readData(join(folder, name));
    if (!data) continue;
    const of = testFiles.get(pid);
    const test = of === undefined ? '' : inside(await realpath(of).catch(() => of));
    const own = entry(reached, test, () => new Map<string, Set<number>>());
    for (const { url, functions } of data.result) {
      if (!url.startsWith('file:') || url.includes('/node_modules/')) continue;
      for (const { file, line } of calledLines(functions, await positions(url, data['source-map-cache']?.[url]))) {
        const source = inside(file);
        if (sources.has(source)) entry(own, source, () => new Set<number>()).add(line);
      }
    }
  }
  return inRanges(reached);
}

async function readData(path: string): Promise<V8Data | null> {
  try {
    const data = JSON.parse(await readFile(path, 'utf8')) as Partial<V8Data>;
    return Array.isArray(data.result) ? (data as V8Data) : null;
  } catch {
    return null;
  }
}

/** Each script is taken apart once, however many processes load it. */
function rememberedPositions(): (url: string, map: CachedMap | undefined) => Promise<Position[]> {
  const known = new Map<string, Promise<Position[]>>();
  return (url, map) =>
    entry(known, url, async () => {
      const mapped = map ? mappedPositions(map, url) : null;
      if (mapped) return mapped;
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

function inRanges(reached: Reached): Reach {
  return Object.fromEntries(
    [...reached].map(([test, own]) => [
      test,
      Object.fromEntries([...own].map(([source, lines]) => [source, lineRanges(lines)])),
    ]),
  );
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
