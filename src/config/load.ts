import type { Settings } from '../core/state/settings.ts';
import { isFields } from '../core/text/foreign-json.ts';
import { environmentLayer } from './environment.ts';
import { fileLayers } from './files.ts';
import { type Layer, mergeLayers } from './layers.ts';

/** Defaults, then the user's file, the project's files, the loop type, the environment and the flags; a later one wins. */
export async function loadSettings(
  env: NodeJS.ProcessEnv,
  workspace: { root: string; cwd: string },
  flags: Layer,
  type: Layer | null = null,
): Promise<{ settings: Settings; layers: Layer[]; types: Layer[] }> {
  const allLayers = await fileLayers(env, workspace.root, workspace.cwd);
  const files = allLayers.map(({ source, values: { types, ...values } }) => ({ source, values }));
  // Any configuration file may define loop types. A type is checked when a loop of that type starts.
  const types = allLayers.flatMap(({ source, values }) =>
    isFields(values.types) ? [{ source, values: values.types }] : [],
  );
  const layers = [...files, ...(type ? [type] : []), environmentLayer(env), flags];
  return { settings: mergeLayers(layers), layers, types };
}
