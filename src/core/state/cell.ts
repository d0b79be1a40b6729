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

/** Jumar's state is out of the reach of a process of the agent. */
export function isStateHidden(confinement: Confinement): boolean {
  const sandbox = sandboxInUse(confinement);
  return sandbox === 'cell' || sandbox === 'bwrap' || sandbox === 'srt';
}
