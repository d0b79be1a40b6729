import type { TestEditor, TestProber } from '../ports/index.ts';
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
    async probe({ commit, ...request }, signal) {
      const files = await readTestFiles(commit, request.tests, snapshots);
      return analyst.ask('probes', { files, ...request }, { signal, timeoutMs: TIMEOUT_MS });
    },
    async empty({ before, after, except }, signal) {
      const [old, current] = await Promise.all([snapshots.blobs(before), snapshots.blobs(after)]);
      const paths = Object.keys(current).filter(
        (path) => SOURCE.test(path) && old[path] !== current[path] && !except.includes(path),
      );
      const known = paths.flatMap((path) => [old[path], current[path]]).filter((blob) => blob !== undefined);
      const contents = await snapshots.texts([...new Set(known)], MAX_BYTES);
      const sources = paths.slice(0, MAX_FILES).flatMap((path) => {
        const text = contents.get(current[path] as string);
        return text ? [{ path, before: contents.get(old[path] ?? '') ?? null, after: text }] : [];
      });
      return analyst.ask('empty', { sources }, { signal, timeoutMs: TIMEOUT_MS });
    },
  };
}

async function readTestFiles(commit: string, tests: readonly string[], { blobs, texts }: SnapshotTexts) {
  const all = await blobs(commit);
  const paths = filesOf(tests, Object.keys(all));
  const contents = await texts([...new Set(paths.map((path) => all[path] as string))], MAX_BYTES);
  return paths.flatMap((path) => {
    const text = contents.get(all[path] as string);
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
