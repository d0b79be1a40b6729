import { detectLinters } from '../collectors/lint/detect.ts';
import type { Settings } from '../core/settings.ts';
import type { Toolchain } from '../core/toolchain.ts';
import { checkEnvironment } from '../criteria/environment.ts';
import { detectProject } from './detect.ts';

/** What the project is measured with beside its checks, as it stands now. Reads, runs nothing, and never rejects. */
export async function freezeToolchain(
  { root, cwd }: { root: string; cwd: string },
  { metrics }: Settings,
  env: NodeJS.ProcessEnv,
): Promise<Toolchain> {
  const wanted = metrics.lint === true || metrics.types === true;
  const { commands, missing } = wanted
    ? await detectLinters(root, checkEnvironment(env, root, cwd))
    : { commands: [], missing: [] };
  const project = metrics.build === true ? await detectProject(root, cwd) : null;
  return { linters: commands, missing, build: project?.build?.command ?? null };
}
