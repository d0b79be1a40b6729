import type { CellProbe } from '../../core/state/cell.ts';
import { findBwrap } from '../../process/bwrap.ts';

/** Whether agents can have a cell on this machine. Tries bubblewrap once in a process. */
export function probeCell(env: NodeJS.ProcessEnv): CellProbe {
  const found = findBwrap(env);
  return { problem: 'problem' in found ? found.problem : null };
}
