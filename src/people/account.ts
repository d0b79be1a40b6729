import { userInfo } from 'node:os';
import type { EventOf, LoopEvent } from '../core/events.ts';

const WORDS = ['gate-answered', 'finding-marked', 'iteration-applied', 'abort-requested'] as const;
type Word = EventOf<(typeof WORDS)[number]>;

/** A person's word with the account under which it is given: the state folder is private, so whoever writes to it is who answered. */
export function signed<T extends LoopEvent>(event: T): T {
  if (!isWord(event) || event.person !== undefined) return event;
  const person = accountName();
  return person === null ? event : { ...event, person };
}

/** What time decides is nobody's word. */
function isWord(event: LoopEvent): event is Word {
  if (event.type === 'gate-answered') return event.by !== 'timeout';
  return WORDS.some((type) => type === event.type);
}

/** Null where the account has no name, as in some containers. */
function accountName(): string | null {
  try {
    return userInfo().username || null;
  } catch {
    return null;
  }
}
