import { type Command, Help, type Option } from 'commander';

/** What an argument of this name is, wherever a command does not say it itself. */
const meanings: Record<string, string> = {
  loop: "the loop's id, the beginning of it, or latest (default: the latest here)",
  iteration: 'its number; 0 is before the loop',
  from: 'an iteration by its number, or what was kept aside: saved-1, 3-as-left',
  to: 'the same',
  answer: 'show, approve, reject or abort',
  key: 'such as limits.maxIterations',
  value: 'as in the file: 20, true, a word, or a list with commas',
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
