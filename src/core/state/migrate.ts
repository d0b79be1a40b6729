import { EVENT_VERSION, eventSchema, type LoopEvent } from './events.ts';

type Raw = Record<string, unknown>;

/** `migrations[v]` lifts an event of version v to version v + 1. */
const migrations: Record<number, (event: Raw) => Raw> = {};

/** The event as today's code understands it. Throws if the version is newer than this program or the shape is wrong. */
export function readEvent(version: number, raw: unknown): LoopEvent {
  if (version > EVENT_VERSION) {
    throw new Error(`written by a newer jumar (event version ${version}, this one reads up to ${EVENT_VERSION})`);
  }
  let event = raw as Raw;
  for (let v = version; v < EVENT_VERSION; v++) event = migrations[v]?.(event) ?? event;
  return eventSchema.parse(event);
}
