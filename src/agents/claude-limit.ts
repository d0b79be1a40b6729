import type { Fault } from '../core/state/agent-run.ts';
import { fault } from './finish.ts';
import { parseTime } from './parse-time.ts';

/** The whole text must be the announcement of a limit; a sentence that only mentions one does not count. */
const RESETS = /^You['’]ve hit your (?:[\w-]+ ){0,3}limit\b[^·|]{0,40}[·|∙•]\s*resets (?:at )?(.{1,60})$/;
const BARE = /^You['’]ve hit your (?:[\w-]+ ){0,3}limit\b[^·|]{0,40}$/;
const STAMPED = /^Claude (?:AI )?usage limit reached\|(\d{10})$/;

/** The usage limit that a failed result or a run's last line announces; null for any other text. */
export function parseLimit(words: string, now: number): Fault | null {
  const line = words.trim();
  const stamped = STAMPED.exec(line);
  if (stamped) return fault('usage_limit', line, { resetsAt: Number(stamped[1]) * 1000 });
  const resets = RESETS.exec(line);
  if (resets) return fault('usage_limit', line, { resetsAt: parseTime(resets[1] ?? '', now) });
  return BARE.test(line) ? fault('usage_limit', line) : null;
}
