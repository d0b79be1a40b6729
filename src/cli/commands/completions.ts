import { completionScript, shells } from '../completions.ts';
import type { CommandContext } from '../context.ts';
import { formatOf } from '../output.ts';

/** Prints the script; the person's shell is the default. */
export default async function completions(context: CommandContext, shell: string | undefined): Promise<number> {
  const own = shells.find((one) => context.env.SHELL?.endsWith(`/${one}`));
  context.stdout.write(completionScript(formatOf(shell ?? own, shells)));
  return 0;
}
