import { isDeepStrictEqual } from 'node:util';
import { isFields } from '../core/text/foreign-json.ts';
import { environmentLayer } from './environment.ts';
import { projectFileLayers } from './files.ts';
import { setBy, type Tree } from './layers.ts';

/** What the project's files and the environment set, without defaults, flags and the user's own file. */
export async function projectSettings(
  env: NodeJS.ProcessEnv,
  { root, cwd }: { root: string; cwd: string },
): Promise<Tree> {
  const { types: _, ...values } = setBy([...(await projectFileLayers(root, cwd)), environmentLayer(env)]);
  return values;
}

/** The settings of `now` that `before` has not, or has otherwise. One that is gone is not a change: its default is not known here. */
export function changedBetween(before: Tree, now: Tree): Tree {
  const changed: Tree = {};
  for (const [key, value] of Object.entries(now)) {
    const old = before[key];
    if (isDeepStrictEqual(old, value)) continue;
    const part = isFields(value) && isFields(old) ? changedBetween(old, value) : value;
    if (!isFields(part) || Object.keys(part).length > 0) changed[key] = part;
  }
  return changed;
}

/** `limits.maxIterations`, `agent.env`. */
export function namesIn(values: Tree): string[] {
  return Object.entries(values).flatMap(([group, inner]) =>
    isFields(inner) ? Object.keys(inner).map((key) => `${group}.${key}`) : [group],
  );
}
