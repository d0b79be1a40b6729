import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stateHome } from '../../store/home.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { AppContext } from '../context.ts';
import { projectHere } from '../project-here.ts';
import { readSession, type SessionRecord, sessionsFolder, writeSession } from './session-store.ts';

/** The sessions of agents in this workspace whose work is judged, or was let go. */
export async function listSessions(context: AppContext): Promise<SessionRecord[]> {
  const project = await projectHere(context, await stateHome(context.env));
  const names = await readdir(sessionsFolder(project)).catch(() => []);
  const records = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(sessionsFolder(project), name), 'utf8').catch(() => 'null');
      const named = JSON.parse(text) as SessionRecord | null;
      return named && readSession(project, named);
    }),
  );
  return records.filter((record) => record !== null);
}

/** Lets the agents of this workspace's sessions stop without being judged, or judges them again from their next prompt on. */
export async function letGo(context: AppContext, isOff: boolean): Promise<SessionRecord[]> {
  await refuseBeneathAgent(context, isOff ? 'hook off' : 'hook on');
  const project = await projectHere(context, await stateHome(context.env));
  const changed = (await listSessions(context)).filter((record) => record.isOff !== isOff);
  for (const record of changed) await writeSession(project, { ...record, isOff, ...(!isOff && { loop: null }) });
  return changed;
}
