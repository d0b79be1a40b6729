import { Command, CommanderError } from 'commander';
import { EXIT_USAGE } from '../../core/state/outcome.ts';
import { version } from '../../system/version.ts';
import { commands } from './commands/index.ts';
import { describeArguments, describedOption } from './support/arguments-help.ts';
import { addCommands } from './support/command.ts';
import { appContext, type CommandContext } from './support/context.ts';
import { reportError } from './support/failure.ts';
import { say } from './support/output.ts';

const examples = `
Examples:
  $ jumar "make npm test pass"
  $ jumar "make npm test pass" --agent claude,codex --max-cost 5
  $ jumar "fix the parser" --until "npm test" --until "npx tsc --noEmit passes" --agent-command ./agent.sh
  $ jumar resume --max-iterations 20
  $ jumar attach          watch and control a loop in another terminal
  $ jumar diff            show the changes up to the kept iteration
  $ jumar report --out ../report.html
  $ jumar apply --branch fix
  $ jumar rollback 0      restore everything from before the loop

Exit codes: 0 complete, 1 limit reached, 2 usage, 3 stopped, 4 needs a person, 5 budget, 6 agent cannot run,
7 could not measure, 130 interrupted. More: docs/exit-codes.md`;

/** Parses the arguments, runs the command and returns its exit code. Never throws. */
export async function main(args: readonly string[], cli: CommandContext): Promise<number> {
  // Notes and warnings go to stderr.
  const context = { ...cli, ...appContext(cli), args };
  const result = { code: 0 };
  const program = buildProgram(context, result);
  try {
    await program.parseAsync(dropHelpFlags(args), { from: 'user' });
    return result.code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
    return reportError(error, context);
  }
}

export function buildProgram(context: CommandContext, result: { code: number }): Command {
  const program = new Command('jumar')
    .description('Runs a coding agent on a task, again and again, until automated checks say it is done.')
    .version(version(), '-V, --version')
    .configureOutput({ writeOut: (text) => say(context, text), writeErr: (text) => context.stderr.write(text) })
    .configureHelp({ optionDescription: describedOption })
    .showSuggestionAfterError()
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText('after', examples);
  addCommands(program, commands, context, (code) => {
    result.code = code;
  });
  describeArguments(program);
  return program;
}

/** `jumar help run --help` means `jumar help run`. */
function dropHelpFlags(args: readonly string[]): string[] {
  return args[0] === 'help' ? args.filter((arg) => arg !== '--help' && arg !== '-h') : [...args];
}
