import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

export type Example = readonly [command: string, does?: string];

/** A command of the command line: all of them are read at every start, so what is heavy is loaded inside of `run`. */
export interface CliCommand {
  /** Adds it to its parent, with its arguments and options. */
  declare(parent: Command): Command;
  /** How it is called; what follows `jumar`. */
  examples: readonly Example[];
  /** Does it and gives the exit code. Its arguments come first, then its options, then the command as it was parsed. */
  run?(context: CommandContext, ...input: never[]): Promise<number>;
  /** Its own commands. */
  beneath?: readonly CliCommand[];
}

type Run = (context: CommandContext, ...input: unknown[]) => Promise<number>;

/** Adds commands to their parent, with their examples under their help; `onExit` is told the exit code of the one that runs. */
export function addCommands(
  parent: Command,
  commands: readonly CliCommand[],
  context: CommandContext,
  onExit: (code: number) => void,
): void {
  for (const { declare, examples, run, beneath = [] } of commands) {
    const command = declare(parent);
    command.addHelpText('after', () => examplesText(examples));
    if (run) command.action(async (...input) => onExit(await (run as Run)(context, ...input)));
    addCommands(command, beneath, context, onExit);
  }
}

function examplesText(list: readonly Example[]): string {
  if (list.length === 0) return '';
  const widest = Math.max(...list.filter(([, does]) => does).map(([command]) => command.length), 0);
  const lines = list.map(([command, does]) =>
    does ? `  $ jumar ${command.padEnd(widest)}  # ${does}` : `  $ jumar ${command}`,
  );
  return `\nExamples:\n${lines.join('\n')}`;
}
