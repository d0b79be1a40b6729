import { NEEDS_PERSON } from '../../../core/state/status-word.ts';
import type { LoopRow } from '../../reports/page-rows.ts';
import { needsPerson } from '../data/loops.ts';

/** What a person reads of a loop's state. */
export function statusText(row: LoopRow): string {
  if (needsPerson(row)) return NEEDS_PERSON;
  if (row.status === 'running' && row.summary?.waitsFor === 'limit') return 'waits for a limit';
  return row.status;
}

/** `3 min ago`, `2026-11-19` if it is long ago. */
export function ago(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 60) return 'now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  if (seconds < 7 * 86_400) return `${Math.floor(seconds / 86_400)} d ago`;
  return new Date(at).toISOString().slice(0, 10);
}

export function percent(score: number | null): string {
  return score === null ? 'unknown' : score.toFixed(2);
}

export function money(usd: number | null): string {
  return usd === null ? '' : `$${usd.toFixed(usd < 0.1 && usd > 0 ? 3 : 2)}`;
}

/** The last part of a path, which people know their project by. */
export function folderName(path: string): string {
  return path.split('/').filter(Boolean).at(-1) ?? path;
}
