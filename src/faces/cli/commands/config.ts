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
      .option('--user', 'write to your user config instead'),

  examples: [
    ['config set limits.maxIterations 20', 'a running loop picks it up'],
    ['config set agent.names claude,codex --user', 'for all your projects'],
  ],

  async run(context, name: string, text: string, { user = false }: { user?: boolean }) {
    const { tellRunningLoops, writeSetting } = await import('../../../app/write-setting.ts');
    const setting = await writeSetting(context, { name, text, user });
    context.stdout.write(`${setting.name} = ${JSON.stringify(setting.value)} in ${setting.path}\n`);
    for (const loop of await tellRunningLoops(context, setting))
      context.stdout.write(`${loop} is running and picks it up\n`);
    return 0;
  },
};

export const config: CliCommand = {
  declare: (program) => program.command('config').description('read or write settings'),
  examples: [['config get'], ['config set limits.maxIterations 20']],
  beneath: [get, set],
};
