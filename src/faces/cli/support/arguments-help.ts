import { type Command, Help, type Option } from 'commander';

/** Default descriptions of arguments, by name. */
const meanings: Record<string, string> = {
  loop: 'loop id, a prefix of it, or latest (default: the latest here)',
  iteration: 'iteration number; 0 is before the loop',
  from: 'iteration number, or saved work: saved-1, 3-as-left',
  to: 'the same',
  answer: 'show, approve, reject or abort',
  list: 'id of a list of tasks, or a prefix of it (default: the latest here)',
  task: 'id of a task, as `jumar tasks status` shows it',
  title: 'what to do, in one line',
  key: 'such as limits.maxIterations',
  value: 'value as in the file: 20, true, a word, or a comma-separated list',
  shell: 'bash, zsh or fish',
};

/** Adds missing argument descriptions to all subcommands. */
export function describeArguments(program: Command): void {
  for (const command of program.commands) {
    for (const argument of command.registeredArguments) {
      if (!argument.description) argument.description = meanings[argument.name()] ?? '';
    }
    describeArguments(command);
  }
}

/** Hides the empty-list default of a repeatable option. */
export function describedOption(option: Option): string {
  return Array.isArray(option.defaultValue) ? option.description : new Help().optionDescription(option);
}
