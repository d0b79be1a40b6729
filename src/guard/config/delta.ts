import type { Change } from '../types.ts';
import { type Fact, factsOf } from './facts.ts';

export interface ConfigDelta {
  path: string;
  before: Fact[];
  after: Fact[];
  change: Change;
}

export async function configDelta(change: Change): Promise<ConfigDelta> {
  return {
    path: change.path,
    before: change.before === null ? [] : await factsOf(change.oldPath ?? change.path, change.before),
    after: change.after === null ? [] : await factsOf(change.path, change.after),
    change,
  };
}

/** The line that first holds this text, for people; 1 where it cannot be found. */
export function lineHolding(content: string | null, text: string): number {
  if (!content) return 1;
  const needle = text.split('\n')[0]!.trim().slice(0, 60);
  const at = needle ? content.indexOf(needle) : -1;
  return at < 0 ? 1 : content.slice(0, at).split('\n').length;
}
