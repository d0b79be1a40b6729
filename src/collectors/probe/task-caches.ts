import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProbePart } from './part.ts';

/** Turbo hides the environment from its tasks and, like nx, replays cached output instead of running them. */
export const taskCaches: ProbePart = async ({ env, cwd }) => {
  const exists = (file: string) =>
    access(join(cwd, file)).then(
      () => true,
      () => false,
    );
  const variables: Record<string, string> = {};
  if (await exists('turbo.json')) {
    variables.TURBO_ENV_MODE = env.TURBO_ENV_MODE ?? 'loose';
    variables.TURBO_FORCE = env.TURBO_FORCE ?? 'true';
  }
  if (await exists('nx.json')) variables.NX_SKIP_NX_CACHE = env.NX_SKIP_NX_CACHE ?? 'true';
  return variables;
};
