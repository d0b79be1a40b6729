import type { LoopState } from '../core/state/state.ts';
import type { Place, Ports } from '../ports/index.ts';

/** Runs some of the criteria where the tree is; cached results of it are ignored. */
export function runCriteria(
  label: string,
  ids: readonly string[],
  iteration: number,
  place: Place,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
) {
  const criteria = state.criteria.filter(({ id }) => ids.includes(id));
  return ports.checker.verify(requestFor(label, criteria, iteration, place, state, ports), signal);
}

/** The label names the outputs. */
export function requestFor(
  label: string,
  criteria: LoopState['criteria'],
  iteration: number,
  place: Place,
  { settings }: Pick<LoopState, 'settings'>,
  ports: Ports,
) {
  return {
    ...place,
    run: ports.runId(),
    settings,
    criteria,
    outputPath: (criterion: string) => ports.files.path(iteration, `${label}-${criterion}.log`),
    probeFolder: (criterion: string) => ports.files.path(iteration, `probe-${label}-${criterion}`).absolute,
  };
}
