import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

export type Example = readonly [command: string, does?: string];

/** A command of the command line. All commands are loaded at every start, so `run` imports heavy modules itself. */
export interface CliCommand {
  /** Adds the command with its arguments and options to its parent. */
  declare(parent: Command): Command;
  /** Example calls, without the leading `jumar`. */
  examples: readonly Example[];
  /** Runs the command and returns the exit code. `input` is its arguments, then its options, then the parsed command. */
  run?(context: CommandContext, ...input: never[]): Promise<number>;
  /** Subcommands. */
  beneath?: readonly CliCommand[];
}

type Run = (context: CommandContext, ...input: unknown[]) => Promise<number>;

/** Adds commands to their parent, with examples in their help; `onExit` receives the exit code of the command that ran. */
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
