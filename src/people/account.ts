import { userInfo } from 'node:os';
import type { EventOf, LoopEvent } from '../core/state/events.ts';

const PERSON_EVENTS = [
  'gate-answered',
  'finding-marked',
  'iteration-applied',
  'abort-requested',
  'progress-cleared',
  'settings-changed',
] as const;
type PersonEvent = EventOf<(typeof PERSON_EVENTS)[number]>;

/** Adds the account name to a person's action. The state folder is private, so the account that writes there is the person. */
export function addPerson<T extends LoopEvent>(event: T): T {
  if (!isPersonEvent(event) || event.person !== undefined) return event;
  const person = accountName();
  return person === null ? event : { ...event, person };
}

/** A timeout is not a person's answer. */
function isPersonEvent(event: LoopEvent): event is PersonEvent {
  if (event.type === 'gate-answered') return event.by !== 'timeout';
  return PERSON_EVENTS.some((type) => type === event.type);
}

/** Null if the account has no name, as in some containers. */
function accountName(): string | null {
  try {
    return userInfo().username || null;
  } catch {
    return null;
  }
}
