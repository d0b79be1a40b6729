import { completionScript, shells } from '../completions.ts';
import type { CommandContext } from '../context.ts';
import { formatOf } from '../output.ts';
import { buildProgram } from '../program.ts';

/** Prints the script; the person's shell is the default. */
export default async function completions(context: CommandContext, shell: string | undefined): Promise<number> {
  const own = shells.find((one) => context.env.SHELL?.endsWith(`/${one}`));
  const program = buildProgram(context, { code: 0 });
  context.stdout.write(completionScript(program, formatOf(shell ?? own, shells)));
  return 0;
}
