import type { ControlRequest } from '../ports/index.ts';
import { requestControl } from '../store/control.ts';
import { loopPaths } from '../store/layout.ts';
import type { LoopPlace } from './host.ts';

/** Leaves a request for the process that runs the loop. It can be withdrawn until that process takes it. */
export function askLoop(
  { project, loop }: LoopPlace,
  request: ControlRequest,
): Promise<{ withdraw(): Promise<boolean> }> {
  return requestControl(loopPaths(project, loop), request);
}
