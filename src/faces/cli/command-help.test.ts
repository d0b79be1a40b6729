import { Command } from 'commander';
import { expect, test } from 'vitest';
import { commands } from './commands/index.ts';
import { buildProgram } from './program.ts';
import type { CliCommand } from './support/command.ts';
import type { CommandContext } from './support/context.ts';

const program = buildProgram({ env: {}, cwd: '/' } as unknown as CommandContext, { code: 0 });

function commandsIn(command: Command, path: readonly string[] = []): [string, Command][] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help')
    .flatMap((one) => {
      const here = [...path, one.name()];
      return [[here.join(' '), one] as [string, Command], ...commandsIn(one, here)];
    });
}

/** Of every command by its path, `alerts mark`: what is declared beneath a command of its own name. */
function examplesIn(list: readonly CliCommand[], path: readonly string[] = []): [string, CliCommand['examples']][] {
  return list.flatMap(({ declare, examples, beneath = [] }) => {
    const here = [...path, declare(new Command()).name()];
    return [[here.join(' '), examples] as [string, CliCommand['examples']], ...examplesIn(beneath, here)];
  });
}

const examples = Object.fromEntries(examplesIn(commands));

test.each(commandsIn(program))('jumar %s --help has valid examples', (path, command) => {
  const own = examples[path] ?? [];
  expect(own.length).toBeGreaterThan(0);
  for (const [example] of own) {
    if (path !== 'run') expect(example).toMatch(new RegExp(`^${path}\\b`));
    const flags = example.replace(/"[^"]*"/g, '""').match(/(?<= )--[a-z-]+/g) ?? [];
    const known = command.options.map(({ long }) => long);
    expect(known).toEqual(expect.arrayContaining(flags));
  }
});

test('no example is for a command that help does not list', () => {
  const known = commandsIn(program).map(([path]) => path);
  const told = Object.keys(examples).filter((path) => examples[path]?.length);
  expect(known).toEqual(expect.arrayContaining(told));
});

test('help shows them', async () => {
  let shown = '';
  const stdout = { write: (text: string) => (shown += text) };
  const { main } = await import('./program.ts');
  expect(await main(['report', '--help'], { env: {}, cwd: '/', stdout } as unknown as CommandContext)).toBe(0);
  expect(shown).toContain('Examples:\n  $ jumar report ');
});

test.each(commandsIn(program))('jumar %s --help explains every argument and shows no empty default', (_, command) => {
  for (const { description } of command.registeredArguments) expect(description).not.toBe('');
  expect(command.helpInformation()).not.toContain('default: []');
});
