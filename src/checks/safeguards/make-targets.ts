import { relative, resolve } from 'node:path';
import { invocationsIn } from '../../project/invocations.ts';

/**
 * The targets of these commands' `make` calls, as paths from the root. If a file or folder with such a name exists, make
 * considers the target up to date and runs nothing.
 */
export function makeTargets(commands: readonly { command: string; cwd: string }[], root: string): string[] {
  return commands.flatMap(({ command, cwd }) => {
    let folder = cwd;
    return invocationsIn(command).flatMap(({ program, args }) => {
      if (program === 'cd') folder = resolve(folder, args[0] ?? '.');
      return /^(?:\S*\/)?g?make$/.test(program) ? targetsIn(args, folder, root) : [];
    });
  });
}

function targetsIn(args: readonly string[], cwd: string, root: string): string[] {
  const targets: string[] = [];
  let folder = cwd;
  for (const [index, arg] of args.entries()) {
    const option = args[index - 1] ?? '';
    if (/^(?:-C|--directory)$/.test(option)) folder = resolve(cwd, arg);
    else if (!/^-|=/.test(arg) && !/^-[fIjloW]$|^--(?:file|jobs|load-average)$/.test(option)) targets.push(arg);
  }
  return targets.map((target) => relative(root, resolve(folder, target)));
}
