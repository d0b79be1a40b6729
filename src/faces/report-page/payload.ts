/** What the page unpacks in the browser: everything that is too large to be written out as HTML. */
export interface Payload {
  /** The iterations whose trees can be compared, in order. */
  compared: number[];
  files: PayloadFile[];
  /** What the page does not hold, and why, for people. */
  notes: string[];
  tests: { iterations: number[]; rows: [name: string, statuses: string][] };
  texts: Record<string, { prompt: string | null; transcript: string | null }>;
}

/** A file through the compared iterations: `at[i]` is the number of its version there, -1 where it does not exist. */
export interface PayloadFile {
  path: string;
  at: number[];
  versions: (PayloadVersion | null)[];
}

/** Told as what differs from the version before it: so many of its first and last lines, and the lines in between. */
export interface PayloadVersion {
  head: number;
  tail: number;
  lines: string[];
}

/** The signs of a test's status in a heat map's row; a space where it did not run. */
export const statusSigns = { passed: 'p', failed: 'f', skipped: 's', todo: 's' } as const;

/** The texts of all versions; null for one that the page does not hold. */
export function versionTexts({ versions }: PayloadFile): (string[] | null)[] {
  let last: string[] = [];
  return versions.map((version) => {
    if (version === null) return null;
    const { head, tail, lines } = version;
    last = [...last.slice(0, head), ...lines, ...(tail === 0 ? [] : last.slice(-tail))];
    return last;
  });
}

/** The inverse of `versionTexts`. */
export function packedVersions(texts: readonly (string[] | null)[]): (PayloadVersion | null)[] {
  let last: string[] = [];
  return texts.map((text) => {
    if (text === null) return null;
    const most = Math.min(last.length, text.length);
    let head = 0;
    while (head < most && last[head] === text[head]) head++;
    let tail = 0;
    while (tail < most - head && last[last.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
    last = text;
    return { head, tail, lines: text.slice(head, text.length - tail) };
  });
}
