import { join } from 'node:path';
import { version } from '../cli/version.ts';
import { checkEnvironment } from '../criteria/environment.ts';
import { redactor } from '../redact/redact.ts';
import type { TreeOfLoop } from '../runner/ports.ts';
import type { Project } from '../store/layout.ts';
import { environmentKey } from './environment-key.ts';
import { type Remembered, remember } from './remember.ts';

export interface Surroundings {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** The files of a commit, relative to the root. */
  paths(commit: string): Promise<string[]>;
}

/** What is known of a tree in the project's state folder, as its commands see the world. Null where that cannot be told. */
export async function rememberTree(
  { folder, root }: Pick<Project, 'folder' | 'root'>,
  { cwd, env, paths }: Surroundings,
  { commit, tree, trusted }: Omit<TreeOfLoop, 'trusted'> & { trusted: ReadonlySet<string> | null },
): Promise<Remembered | null> {
  try {
    return await remember({
      folder: join(folder, 'results'),
      root,
      tree,
      paths: () => paths(commit),
      environment: `${version()} ${environmentKey(checkEnvironment(env, root, cwd))}`,
      trusted,
      redact: redactor(env),
      now: Date.now,
    });
  } catch {
    return null;
  }
}
