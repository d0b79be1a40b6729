import { userInfo } from 'node:os';
import type { LoopEvent } from '../core/events.ts';

/** An answer with the account under which it is given: the state folder is private, so whoever writes to it is who answered. */
export function signed(event: LoopEvent): LoopEvent {
  if (event.type !== 'gate-answered' || event.by === 'timeout' || event.person !== undefined) return event;
  const person = accountName();
  return person === null ? event : { ...event, person };
}

/** Null where the account has no name, as in some containers. */
function accountName(): string | null {
  try {
    return userInfo().username || null;
  } catch {
    return null;
  }
}
