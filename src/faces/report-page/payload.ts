/** The compressed data of the page: everything that is too large for plain HTML. */
export interface Payload {
  /** The iterations whose trees can be compared, in order. */
  compared: number[];
  files: PayloadFile[];
  /** Notes on what the page leaves out, and why. */
  notes: string[];
  tests: { iterations: number[]; rows: [name: string, statuses: string][] };
  texts: Record<string, { prompt: string | null; transcript: string | null }>;
}

/** A file across the compared iterations: `at[i]` is the index of its version, -1 if it does not exist there. */
export interface PayloadFile {
  path: string;
  at: number[];
  versions: (PayloadVersion | null)[];
}

/** Stored as a difference from the previous version: the number of shared first and last lines, and the lines in between. */
export interface PayloadVersion {
  head: number;
  tail: number;
  lines: string[];
}

/** The letter for a test's status in a heat map row; a space if it did not run. */
export const statusSigns = { passed: 'p', failed: 'f', skipped: 's', todo: 's' } as const;

/** The texts of all versions; null if the page does not contain one. */
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
