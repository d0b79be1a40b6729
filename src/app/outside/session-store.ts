import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type EventOf, eventSchema } from '../../core/state/events.ts';
import type { Project } from '../../store/layout.ts';
import { ensureFolder, writeFileAtomic } from '../../system/files.ts';

/** A session of an agent that Jumar did not start, by the agent's own id for it. */
export interface SessionName {
  agent: string;
  session: string;
}

const recordSchema = z.object({
  version: z.literal(1),
  agent: z.string(),
  session: z.string(),
  /** The first loop as it was created: all later ones of the session judge by the same. */
  created: eventSchema,
  /** The loop that judges what is under way; null if the next prompt begins one. */
  loop: z.string().nullable(),
  /** A person let it go. */
  isOff: z.boolean(),
});

export type SessionRecord = Omit<z.infer<typeof recordSchema>, 'created'> & { created: EventOf<'loop-created'> };

/** What is known of a session, in the state folder, where its agent does not work; null if nothing, or if it cannot be read. */
export async function readSession(project: Project, name: SessionName): Promise<SessionRecord | null> {
  const text = await readFile(fileOf(project, name), 'utf8').catch(() => null);
  if (text === null) return null;
  const parsed = recordSchema.safeParse(jsonOf(text));
  if (!parsed.success || parsed.data.created.type !== 'loop-created') return null;
  return parsed.data as SessionRecord;
}

export async function writeSession(project: Project, record: SessionRecord): Promise<void> {
  await ensureFolder(sessionsFolder(project));
  await writeFileAtomic(fileOf(project, record), `${JSON.stringify(record)}\n`);
}

export function sessionsFolder({ folder }: Pick<Project, 'folder'>): string {
  return join(folder, 'sessions');
}

/** Ids come from outside: they name no file. */
function fileOf(project: Project, { agent, session }: SessionName): string {
  const digest = createHash('sha256').update(`${agent}\0${session}`).digest('hex').slice(0, 16);
  return join(sessionsFolder(project), `${digest}.json`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
