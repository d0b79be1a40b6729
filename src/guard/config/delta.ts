import { at } from '../finding/loss.ts';
import type { Change, Place } from '../finding/types.ts';
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

/** A text of the settings before, where `needle` stands. */
export const settingBefore = ({ path, change }: ConfigDelta, text: string, needle = text): Place =>
  at(change.oldPath ?? path, { line: lineHolding(change.before, needle), text });

/** A text of the settings now. */
export const settingNow = ({ path, change }: ConfigDelta, text: string, needle = text): Place =>
  at(path, { line: lineHolding(change.after, needle), text });

/** The first line that contains this text, for display; 1 if not found. */
function lineHolding(content: string | null, text: string): number {
  if (!content) return 1;
  const needle = text.split('\n')[0]!.trim().slice(0, 60);
  const at = needle ? content.indexOf(needle) : -1;
  return at < 0 ? 1 : content.slice(0, at).split('\n').length;
}
