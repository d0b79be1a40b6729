import type { EmptyRequest, TestEditor, TestProber } from '../ports/index.ts';
import type { Analyst } from './client.ts';

/** The files of a snapshot by git's names for their content, and the texts of these; null for one that is no text. */
interface SnapshotTexts {
  blobs(commit: string): Promise<Record<string, string>>;
  texts(blobs: readonly string[], maxBytes: number): Promise<Map<string, string | null>>;
}

const MAX_FILES = 500;
const MAX_BYTES = 500_000;
const TIMEOUT_MS = 60_000;
const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|c|cc|cpp|cxx|h|hpp|m|mm|cs|rb|php|kt|swift|scala|groovy|lua|dart|zig|nim)$/;
const TESTS = /(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._-]|$)|Tests?\.(?:java|kt|cs|swift|scala|groovy)$|\.rs$/i;

/** Edits tests of a snapshot in the analyst, which knows the languages. */
export function createTestEditor(analyst: Analyst, snapshots: SnapshotTexts): TestEditor & TestProber {
  return {
    async edit({ commit, ...request }, signal) {
      const files = await readTestFiles(commit, request.tests, snapshots);
      return analyst.ask('tests', { files, ...request }, { signal, timeoutMs: TIMEOUT_MS });
    },
    async record({ before, commit, tests, marker }, signal) {
      const tree = await readProbed(commit, tests, snapshots);
      const except = tree.files.map(({ path }) => path);
      const sources = await readSources({ before, after: commit, except }, snapshots);
      return analyst.ask('recordCalls', { tree, sources, tests, marker }, { signal, timeoutMs: TIMEOUT_MS });
    },
    async replay({ commit, on, tests, calls, marker }, signal) {
      const tree = await readProbed(commit, tests, snapshots, on);
      return analyst.ask('replayCalls', { tree, calls, marker }, { signal, timeoutMs: TIMEOUT_MS });
    },
    async empty(request, signal) {
      const sources = await readSources(request, snapshots);
      return analyst.ask('empty', { sources }, { signal, timeoutMs: TIMEOUT_MS });
    },
    async constants({ tests, ...request }, signal) {
      const sources = await readSources(request, snapshots);
      const files = await readTestFiles(request.after, tests, snapshots);
      return analyst.ask('constants', { sources, files, tests }, { signal, timeoutMs: TIMEOUT_MS });
    },
    async cut({ commit, tests, all }, signal) {
      const files = await readTestFiles(commit, all, snapshots);
      return analyst.ask('cut', { files, tests, all }, { signal, timeoutMs: TIMEOUT_MS });
    },
    async putBack({ whole, cut, now, tests, isAll, keepsFound }, signal) {
      const { blobs, texts } = snapshots;
      const [full, without, current] = await Promise.all([blobs(whole), blobs(cut), blobs(now)]);
      const paths = Object.keys(full).filter((path) => full[path] !== without[path]);
      const ids = paths.flatMap((path) => [full[path], current[path]]).filter((blob) => blob !== undefined);
      const contents = await texts([...new Set(ids)], MAX_BYTES);
      const textOf = (blob: string | undefined) => (blob === undefined ? null : (contents.get(blob) ?? null));
      const isAsCut = (path: string) => isAll && current[path] === without[path];
      const changed = paths.filter((path) => !isAsCut(path));
      const files = changed.flatMap((path) => {
        const [before, after] = [textOf(full[path]), textOf(current[path])];
        return before !== null && after !== null ? [{ path, whole: before, now: after }] : [];
      });
      const merged =
        files.length > 0
          ? await analyst.ask('putBack', { files, tests, keepsFound }, { signal, timeoutMs: TIMEOUT_MS })
          : { files: [], found: [], lost: [] };
      const restored = paths.filter(isAsCut).flatMap((path) => {
        const text = textOf(full[path]);
        return text === null ? [] : [{ path, text }];
      });
      return { ...merged, files: [...restored, ...merged.files] };
    },
  };
}

/** The source files that differ between two snapshots. */
async function readSources({ before, after, except }: EmptyRequest, { blobs, texts }: SnapshotTexts) {
  const [old, current] = await Promise.all([blobs(before), blobs(after)]);
  const paths = Object.keys(current).filter(
    (path) => SOURCE.test(path) && old[path] !== current[path] && !except.includes(path),
  );
  const known = paths.flatMap((path) => [old[path], current[path]]).filter((blob) => blob !== undefined);
  const contents = await texts([...new Set(known)], MAX_BYTES);
  return paths.slice(0, MAX_FILES).flatMap((path) => {
    const text = contents.get(current[path] as string);
    return text ? [{ path, before: contents.get(old[path] ?? '') ?? null, after: text }] : [];
  });
}

async function readTestFiles(commit: string, tests: readonly string[], snapshots: SnapshotTexts) {
  const all = await snapshots.blobs(commit);
  return textsOf(filesOf(tests, Object.keys(all)), all, snapshots);
}

/** The test files with what says which functions the project has, in languages that name packages. */
async function readProbed(commit: string, tests: readonly string[], snapshots: SnapshotTexts, on = commit) {
  const [files, all, under] = await Promise.all([
    readTestFiles(commit, tests, snapshots),
    snapshots.blobs(commit),
    snapshots.blobs(on),
  ]);
  const paths = Object.keys(all);
  const kinds = NEAR.filter((kind) => files.some(({ path }) => path.endsWith(kind)));
  const others = paths.filter((path) => kinds.some((kind) => path.endsWith(kind))).slice(0, MAX_FILES);
  const own = files.map(({ path }) => path).filter((path) => path.endsWith('.rs'));
  const [near, sources] = await Promise.all([textsOf(others, all, snapshots), textsOf(own, under, snapshots)]);
  return { files, near, sources, paths };
}

const NEAR = ['.go', '.rs', '.java'];

async function textsOf(paths: readonly string[], blobs: Record<string, string>, { texts }: SnapshotTexts) {
  const known = paths.flatMap((path) => blobs[path] ?? []);
  const contents = await texts([...new Set(known)], MAX_BYTES);
  return paths.flatMap((path) => {
    const text = contents.get(blobs[path] ?? '');
    return text ? [{ path, text }] : [];
  });
}

/** The files that the ids name; where they name packages or classes instead, whatever may hold tests. */
function filesOf(tests: readonly string[], paths: readonly string[]): string[] {
  const named = new Set(tests.map((id) => id.split(' › ', 1)[0] as string));
  const isNamed = (path: string) => path.split('/').some((_, from, parts) => named.has(parts.slice(from).join('/')));
  const sources = paths.filter((path) => SOURCE.test(path));
  const areFiles = [...named].every((name) => SOURCE.test(name));
  return sources.filter((path) => (areFiles ? isNamed(path) : isNamed(path) || TESTS.test(path))).slice(0, MAX_FILES);
}
