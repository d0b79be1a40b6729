import type { CliCommand } from '../support/command.ts';
import { say } from '../support/output.ts';

interface InitOptions {
  write?: boolean;
  force?: boolean;
}

export const init: CliCommand = {
  declare: (program) =>
    program
      .command('init')
      .description('show what Jumar finds in this project and how to start; --write also writes a commented config')
      .option('--write', 'write .jumar/config.yaml')
      .option('--force', 'overwrite an existing one'),

  examples: [['init'], ['init --write']],

  /** Jumar needs no configuration: a file is only written with `--write`. */
  async run(context, { write = false, force = false }: InitOptions) {
    const [{ findCommands, writeFirstConfig }, { startCommands: beginnings, configText, foundText }] =
      await Promise.all([import('../../../app/find-commands.ts'), import('../text/init.ts')]);
    const findings = await findCommands(context);
    say(context, foundText(findings));
    if (write) {
      const name = await writeFirstConfig(findings.root, configText(findings), force);
      say(context, `\nwrote ${name}; every line is commented out\n`);
    }
    say(context, `\nstart with\n${beginnings(findings).join('\n')}\n`);
    if (!write) say(context, 'save settings for this project with\n  jumar init --write\n');
    return 0;
  },
};
