import { detectLinters } from '../collectors/lint/detect.ts';
import type { Toolchain } from '../core/criteria/toolchain.ts';
import type { Settings } from '../core/state/settings.ts';
import { checkEnvironment } from '../project/check-environment.ts';
import { declaredDependencies } from '../project/declared-dependencies.ts';
import { detectProject } from '../project/detect.ts';
import { installCommands } from '../project/install-commands.ts';
import { reinstallCommand } from '../project/reinstall-command.ts';

/** The tools that measure the project beside its checks, as set up now. Only reads files, and never rejects. */
export async function freezeToolchain(
  { root, cwd }: { root: string; cwd: string },
  { metrics, checks }: Settings,
  env: NodeJS.ProcessEnv,
): Promise<Toolchain> {
  const needsLinters = metrics.lint === true || metrics.types === true;
  const { commands, missing } = needsLinters
    ? await detectLinters(root, checkEnvironment(env, root, cwd, checks.env))
    : { commands: [], missing: [] };
  const project = metrics.build === true ? await detectProject(root, cwd) : null;
  const install = await installCommands(root, cwd);
  const declared = await declaredDependencies(root, cwd);
  const build = project?.build?.command ?? null;
  return { linters: commands, missing, build, install, declared, reinstall: reinstallCommand(root) };
}
