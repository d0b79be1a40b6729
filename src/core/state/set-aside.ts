import { z } from 'zod';

/** What a restore took out of the workspace although no step of the loop had made it: a person's work, or a stray process's. */
export const setAsideSchema = z.object({
  /** What `jumar diff` and `jumar apply` call it. */
  name: z.string(),
  /** The iteration whose tree the workspace was known to hold; null if it was another tree. */
  since: z.int().nonnegative().nullable(),
  /** The first few paths; the count is exact. */
  paths: z.array(z.string()),
  count: z.int(),
});

export type SetAside = z.infer<typeof setAsideSchema> & {
  /** A person has applied it. */
  recovered: boolean;
};

/** What may exist only there. */
export function unrecovered({ setAside }: { setAside: readonly SetAside[] }): SetAside[] {
  return setAside.filter(({ recovered }) => !recovered);
}

export function recovered(setAside: readonly SetAside[], name: string): SetAside[] {
  return setAside.map((one) => (one.name === name ? { ...one, recovered: true } : one));
}
