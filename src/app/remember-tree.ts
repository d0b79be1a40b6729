import { join } from 'node:path';
import { environmentKey } from '../checks/results/environment-key.ts';
import { remember } from '../checks/results/remember.ts';
import type { TreeOfLoop } from '../ports/index.ts';
import type { CachedResults } from '../ports/results.ts';
import { checkEnvironment } from '../project/check-environment.ts';
import { redactor } from '../redact/redact.ts';
import { version } from '../system/version.ts';

export interface Surroundings {
  env: NodeJS.ProcessEnv;
  /** Variables that checks get by name. */
  passed: readonly string[];
  /** The files of a commit, relative to the root. */
  paths(commit: string): Promise<string[]>;
}

/** The cached results of a tree, for the environment of its commands. Null if the cache cannot be read. */
export async function rememberTree(
  folder: string,
  { env, passed, paths }: Surroundings,
  {
    commit,
    tree,
    trusted,
    place: { root, cwd },
  }: Omit<TreeOfLoop, 'trusted'> & { trusted: ReadonlySet<string> | null },
): Promise<CachedResults | null> {
  try {
    return await remember({
      folder: join(folder, 'results'),
      root,
      tree,
      paths: () => paths(commit),
      environment: `${version()} ${environmentKey(checkEnvironment(env, root, cwd, passed))}`,
      trusted,
      redact: redactor(env),
      now: Date.now,
    });
  } catch {
    return null;
  }
}
