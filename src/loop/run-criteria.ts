import type { LoopState } from '../core/state/state.ts';
import type { Ports } from '../ports/index.ts';

/** Runs some of the criteria on the current workspace; cached results of the tree are ignored. */
export function runCriteria(
  label: string,
  ids: readonly string[],
  iteration: number,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
) {
  const criteria = state.criteria.filter(({ id }) => ids.includes(id));
  return ports.checker.verify(requestFor(label, criteria, iteration, state, ports), signal);
}

/** The label names the outputs. */
export function requestFor(
  label: string,
  criteria: LoopState['criteria'],
  iteration: number,
  { workspace: { root, cwd }, settings }: Pick<LoopState, 'workspace' | 'settings'>,
  ports: Ports,
) {
  return {
    root,
    cwd,
    run: ports.runId(),
    settings,
    criteria,
    outputPath: (criterion: string) => ports.files.path(iteration, `${label}-${criterion}.log`),
    probeFolder: (criterion: string) => ports.files.path(iteration, `probe-${label}-${criterion}`).absolute,
  };
}
