import { z } from 'zod';
import type { Settings } from './settings.ts';

/** Whether agents can have a cell on the machine of a session. */
export const cellSchema = z.object({
  /** Why there is none; null if there is. */
  problem: z.string().nullable(),
});
export type CellProbe = z.infer<typeof cellSchema>;

interface Confinement {
  settings: Pick<Settings, 'agent'>;
  /** Null in logs from before it was recorded. */
  cell: CellProbe | null;
}

/** The sandbox that agents really have: not the setting where a cell cannot be made. Null if it is not known. */
export function sandboxInUse({ settings, cell }: Confinement): Settings['agent']['sandbox'] | null {
  const { sandbox } = settings.agent;
  if (sandbox !== 'cell') return sandbox;
  if (cell === null) return null;
  return cell.problem === null ? 'cell' : 'none';
}

/** Agents should have a cell: as their only confinement, or around a sandbox of their own. */
export function wantsCell({ settings }: Pick<Confinement, 'settings'>): boolean {
  return settings.agent.sandbox === 'cell' || settings.agent.sandbox === 'agent';
}

/** Jumar's state is out of the reach of a process of the agent. */
export function isStateHidden(confinement: Confinement): boolean {
  if (wantsCell(confinement)) return confinement.cell?.problem === null;
  return confinement.settings.agent.sandbox !== 'none';
}
