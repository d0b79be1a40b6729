/** One requirement of a seed. */
export interface Row {
  /** In a few words of our own; it is the name of its test. */
  requirement: string;
  /** The files that do it; none while it is later work. */
  lives: string | readonly string[];
  /** What differs from the seed, and the reason. */
  deviation?: string;
  /** It has no test because it is later work: which. */
  later?: string;
}

/** A seed: its requirements by key, in its order, under the headings of its parts. Keys are unique in a seed. */
export interface Seed {
  number: string;
  title: string;
  parts: Record<string, Record<string, Row>>;
}

/** Every requirement of a seed with its key, in order. */
export function rowsOf({ parts }: Seed): [string, Row][] {
  return Object.values(parts).flatMap((rows) => Object.entries(rows));
}
