import type { Change } from '../finding/types.ts';
import type { ConfigFact } from './fact.ts';
import { factsOf } from './facts.ts';

export interface ConfigDelta {
  path: string;
  before: ConfigFact[];
  after: ConfigFact[];
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

/** The first line that contains this text, for display; 1 if not found. */
export function lineHolding(content: string | null, text: string): number {
  if (!content) return 1;
  const needle = text.split('\n')[0]!.trim().slice(0, 60);
  const at = needle ? content.indexOf(needle) : -1;
  return at < 0 ? 1 : content.slice(0, at).split('\n').length;
}
