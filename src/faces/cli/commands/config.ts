import type { CliCommand } from '../support/command.ts';
import { withJson } from '../support/shared-options.ts';

const get: CliCommand = {
  declare: (config) =>
    withJson(config.command('get')).description('show one setting or all, and where each comes from').argument('[key]'),

  examples: [['config get'], ['config get limits.maxIterations']],

  async run({ env, cwd, stdout }, key: string | undefined, { json = false }: { json?: boolean }) {
    const { readSettings } = await import('../../../app/read-settings.ts');
    const settings = await readSettings({ env, cwd }, key);
    if (json) {
      const values = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
      stdout.write(`${JSON.stringify(values, null, 2)}\n`);
      return 0;
    }
    for (const { name, value, description } of settings) {
      const text = JSON.stringify(value);
      stdout.write(key === undefined ? `${name.padEnd(24)} ${text.padEnd(10)} ${description}\n` : `${text}\n`);
    }
    return 0;
  },
};

const set: CliCommand = {
  declare: (config) =>
    config
      .command('set')
      .description('write a setting to .jumar/config.yaml')
      .argument('<key>')
      .argument('<value>')
      .option('--user', 'write to your user config instead')
      .option('-y, --yes', 'confirm a change that loosens how a loop is judged'),

  examples: [
    ['config set limits.maxIterations 20', 'a running loop picks it up'],
    ['config set agent.names claude,codex --user', 'for all your projects'],
    ['config set verify.confirm 0 --yes', 'also if a running loop is judged less strictly by it'],
  ],

  async run(context, name: string, text: string, { user, yes = false }: { user?: boolean; yes?: boolean }) {
    const [{ writeSetting }, { askYesNo }] = await Promise.all([
      import('../../../app/write-setting.ts'),
      import('../support/ask-yes-no.ts'),
    ]);
    const confirm = async (question: string) => yes || askYesNo(context, question);
    const { name: key, value, path, loops } = await writeSetting(context, { name, text, user, confirm });
    context.stdout.write(`${key} = ${JSON.stringify(value)} in ${path}\n`);
    for (const { entry, takes } of loops) {
      if (takes === 'as it runs') context.stdout.write(`${entry.id} is running and picks it up\n`);
      if (takes === 'when it is resumed') context.stdout.write(`${entry.id} is paused and picks it up when resumed\n`);
      if (takes === 'not: exposed') {
        context.stderr.write(
          `${entry.id} does not take it: its agent runs without a cell, where it could send the same request\n` +
            `  jumar pause ${entry.id}, then set it again\n`,
        );
      }
    }
    return 0;
  },
};

export const config: CliCommand = {
  declare: (program) => program.command('config').description('read or write settings'),
  examples: [['config get'], ['config set limits.maxIterations 20']],
  beneath: [get, set],
};
