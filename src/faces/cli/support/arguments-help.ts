import { type Command, Help, type Option } from 'commander';

/** What an argument of this name is, wherever a command does not say it itself. */
const meanings: Record<string, string> = {
  loop: 'loop id, a prefix of it, or latest (default: the latest here)',
  iteration: 'iteration number; 0 is before the loop',
  from: 'iteration number, or saved work: saved-1, 3-as-left',
  to: 'the same',
  answer: 'show, approve, reject or abort',
  key: 'such as limits.maxIterations',
  value: 'value as in the file: 20, true, a word, or a comma-separated list',
  shell: 'bash, zsh or fish',
};

/** Under the help of every command beneath this one, what its arguments are. */
export function describeArguments(program: Command): void {
  for (const command of program.commands) {
    for (const argument of command.registeredArguments) {
      if (!argument.description) argument.description = meanings[argument.name()] ?? '';
    }
    describeArguments(command);
  }
}

/** That nothing was given where something may be repeated is no news. */
export function describedOption(option: Option): string {
  return Array.isArray(option.defaultValue) ? option.description : new Help().optionDescription(option);
}
