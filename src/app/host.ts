import type { LoopState } from '../core/state/state.ts';
import type { Project } from '../store/layout.ts';
import { runSession, type SessionOptions } from './session.ts';

/** A loop and the project that stores it. */
export interface LoopPlace {
  project: Project;
  loop: string;
}

/** How a caller interacts with a loop that runs in this process. */
export interface Host
  extends Pick<SessionOptions, 'signal' | 'observe' | 'onActivity' | 'note' | 'terminal' | 'ports'> {
  /** Whether to continue a loop that has just ended or paused. */
  goesOn?(state: LoopState, signal: AbortSignal): Promise<boolean>;
}

/** Called once it is certain that the loop will run. */
export type Join = (place: LoopPlace) => Promise<Host>;

/** Runs a loop until it ends or pauses and its host does not continue it. */
export async function runHostedLoop(
  place: LoopPlace,
  env: NodeJS.ProcessEnv,
  join: Join,
  open: SessionOptions['open'],
): Promise<LoopState> {
  const { goesOn, ...host } = await join(place);
  const session = { ...place, ...host, env };
  let state = await runSession({ ...session, open });
  while (await goesOn?.(state, host.signal)) state = await runSession({ ...session, open: () => [] });
  return state;
}
