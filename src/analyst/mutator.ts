import type { Mutator } from '../ports/index.ts';
import type { Analyst } from './client.ts';

/** The files of a snapshot by git's names for their content, and the texts of these; null for one that is no text. */
interface SnapshotTexts {
  blobs(commit: string): Promise<Record<string, string>>;
  texts(blobs: readonly string[], maxBytes: number): Promise<Map<string, string | null>>;
}

const MAX_FILES = 500;
const MAX_BYTES = 500_000;
const TIMEOUT_MS = 120_000;
const SOURCE = /\.(?:[cm]?[jt]sx?|py|go|rs|java)$/;

/** Makes mutants of what differs between two snapshots, in the analyst, which knows the languages. */
export function createMutator(analyst: Analyst, { blobs, texts }: SnapshotTexts): Pick<Mutator, 'mutate'> {
  return {
    async mutate({ before, after, most, except }, signal) {
      const [then, now] = await Promise.all([blobs(before), blobs(after)]);
      const changed = changedPaths(then, now).filter(({ path }) => SOURCE.test(path) && !except.includes(path));
      const wanted = changed.slice(0, MAX_FILES);
      const ids = wanted.flatMap(({ blob, earlier }) => (earlier === null ? [blob] : [blob, earlier]));
      const contents = await texts([...new Set(ids)], MAX_BYTES);
      const files = wanted.flatMap(({ path, blob, earlier }) => {
        const text = contents.get(blob);
        return text ? [{ path, before: earlier === null ? null : (contents.get(earlier) ?? null), after: text }] : [];
      });
      return analyst.ask('mutants', { files, most }, { signal, timeoutMs: TIMEOUT_MS });
    },
  };
}

interface ChangedPath {
  path: string;
  blob: string;
  /** Of the same path, or of a file of that name that is gone; null if it is new. */
  earlier: string | null;
}

/** Files with other content, by their path; one that only moved did not change. */
export function changedPaths(
  then: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): ChangedPath[] {
  const gone = Object.keys(then).filter((path) => !(path in now));
  const moved = new Set(gone.map((path) => then[path]));
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  return Object.entries(now).flatMap(([path, blob]) => {
    if (then[path] === blob || (!(path in then) && moved.has(blob))) return [];
    const from = path in then ? path : gone.find((one) => nameOf(one) === nameOf(path));
    return [{ path, blob, earlier: from === undefined ? null : (then[from] ?? null) }];
  });
}
