import type { Settings } from '../core/settings.ts';
import { environmentLayer } from './environment.ts';
import { fileLayers } from './files.ts';
import { type Layer, mergeLayers, type Tree } from './layers.ts';

/** Defaults, then the user's file, the project's, the loop's type, the environment and the flags; a later one wins. */
export async function loadSettings(
  env: NodeJS.ProcessEnv,
  workspace: { root: string; cwd: string },
  flags: Layer,
  type: Layer | null = null,
): Promise<{ settings: Settings; layers: Layer[]; types: Layer[] }> {
  const found = await fileLayers(env, workspace.root, workspace.cwd);
  const files = found.map(({ source, values: { types, ...values } }) => ({ source, values }));
  const types = found.flatMap(({ source, values }) => (isTree(values.types) ? [{ source, values: values.types }] : []));
  const layers = [...files, ...(type ? [type] : []), environmentLayer(env), flags];
  return { settings: mergeLayers(layers), layers, types };
}

/** Loop types may stand in any file of the configuration; each is checked when a loop of the type is started. */
function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
