import type { LoopState } from '../state/state.ts';

/** A file that the guard did not judge, in the iterations where it was changed or counted. */
export interface NotJudged {
  path: string;
  reason: string;
  iterations: number[];
}

/** What the guard did not judge in any iteration; `unnamed` counts those that the log does not name. */
export function notJudgedIn({ iterations }: LoopState): { files: NotJudged[]; unnamed: number } {
  const files = new Map<string, NotJudged>();
  for (const { n, notJudged } of iterations) {
    for (const { path, reason } of notJudged?.files ?? []) {
      const key = `${path}\0${reason}`;
      files.set(key, { path, reason, iterations: [...(files.get(key)?.iterations ?? []), n] });
    }
  }
  const unnamed = iterations.map(({ notJudged }) => (notJudged ? notJudged.count - notJudged.files.length : 0));
  return { files: [...files.values()], unnamed: Math.max(0, ...unnamed) };
}
