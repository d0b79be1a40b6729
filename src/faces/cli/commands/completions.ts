import type { CliCommand } from '../support/command.ts';
import { formatOf } from '../support/output.ts';

export const completions: CliCommand = {
  declare: (program) =>
    program
      .command('completions')
      .description('print a completion script for bash, zsh or fish (default: your shell)')
      .argument('[shell]'),

  examples: [
    ['completions bash >> ~/.bashrc'],
    ['completions zsh > "$fpath[1]/_jumar"'],
    ['completions fish > ~/.config/fish/completions/jumar.fish'],
  ],

  async run({ env, stdout }, shell: string | undefined) {
    const { completionScript, shells } = await import('../support/completions.ts');
    const userShell = shells.find((one) => env.SHELL?.endsWith(`/${one}`));
    stdout.write(completionScript(formatOf(shell ?? userShell, shells)));
    return 0;
  },
};
