import type { Settings } from '../core/settings.ts';
import { environmentLayer } from './environment.ts';
import { fileLayers } from './files.ts';
import { type Layer, mergeLayers } from './layers.ts';

/** Defaults, then the user's file, the project's, the environment and the flags; a later one wins. */
export async function loadSettings(
  env: NodeJS.ProcessEnv,
  workspace: { root: string; cwd: string },
  flags: Layer,
): Promise<{ settings: Settings; layers: Layer[] }> {
  const files = await fileLayers(env, workspace.root, workspace.cwd);
  const layers = [...files, environmentLayer(env), flags];
  return { settings: mergeLayers(layers), layers };
}
