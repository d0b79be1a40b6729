import type { Command } from 'commander';
import { suggest } from '../../../core/text/nearest.ts';
import { UsageError } from '../../../system/usage-error.ts';
import type { CliCommand } from '../support/command.ts';
import { collect, names, whole } from '../support/option-values.ts';
import { quotedTask } from '../support/quoted-task.ts';
import type { RunOptions } from '../support/run-task.ts';
import { withAgent, withFace, withJson, withLimits, withMeasuring } from '../support/shared-options.ts';

export const run: CliCommand = {
  declare: (program) =>
    withFace(withMeasuring(withJson(withAgent(withLimits(program.command('run', { isDefault: true }))))))
      .description('start a loop ("run" is optional)')
      .allowExcessArguments()
      .argument('[task]', 'what the agent should do; or use --task-file or stdin')
      .option(
        '-u, --until <criterion>',
        'a check that must hold, repeatable: a command, `cmd ~ /re/`, file:<path>',
        collect,
        [],
      )
      .option('-a, --agent-command <command>', 'shell command that runs the agent; the prompt is on its stdin')
      .option('--only <globs>', 'undo changes outside these files, repeatable', collect, [])
      .option('--protect <globs>', 'undo changes to these files, repeatable', collect, [])
      .option('--setup <command>', 'run before the baseline, and again when lock files change')
      .option(
        '--confirm <n>',
        'repeat passing checks this many times; a check that flips is flaky and never counts as success',
        whole,
      )
      .option('--test-first', 'ask the agent for tests of the task; it is done when they show it')
      .option(
        '--hold-out <tests>',
        'tests that judge and that the agent does not see: 30%, a number, names or globs',
        collect,
        [],
      )
      .option('--task-file <path>', 'read the task from a file')
      .option('--template <path>', 'Handlebars template for the prompt')
      .option('--type <type>', 'loop type: a built-in task type, or your own in .jumar/loops/<type>.yaml')
      .option('--set <name=value>', 'input for the loop type, repeatable', collect, [])
      .option('--refine', 'continue after the checks hold, while the quality score rises')
      .option('--maximize <command>', "keep only changes that raise this command's number while the checks hold")
      .option('--minimize <command>', "keep only changes that lower this command's number while the checks hold")
      .option('--worktree', 'work in a new git worktree of HEAD; your own files stay unchanged')
      .option('--bake-off <names>', 'several agents side by side, each in a worktree; the best change is kept', names)
      .option('--samples <n>', 'several changes by each agent side by side; the best one is kept', whole)
      .option('--dry-run', 'show the checks, the agent and the first prompt without starting'),

  examples: [
    ['"make npm test pass"', 'finds the agent and the check'],
    ['"make npm test pass" --agent claude,codex --max-cost 5'],
    ['"fix the parser" --until "npm test" --until "npx tsc --noEmit passes"'],
    ['"make pytest pass" --agent-command "./agent.sh" --only "src/**"'],
    ['"raise coverage" --until "npm test" --until "coverage >= 80"'],
    ['"add a --json flag" --test-first', 'tests that need the change show that it is done'],
    ['"make it faster" --until "npm test" --minimize "node bench.js"'],
    ['"fix the parser" --bake-off claude,codex,repair', 'keeps the best of three, on a branch'],
    ['--task-file task.md --dry-run', 'shows the checks and the first prompt'],
  ],

  async run(context, task: string | undefined, options: RunOptions, command: Command) {
    if (command.args.length > 1)
      throw mistyped(command.args, visibleCommands(command)) ?? unquoted(command.args, context.args ?? command.args);
    context.beforeLoop?.();
    const { previewTask, runTask } = await import('../support/run-task.ts');
    const given = { task, commands: visibleCommands(command) };
    if (!options.dryRun && (options.bakeOff || (options.samples ?? 1) > 1)) {
      const { runBakeOff } = await import('../support/run-bake-off.ts');
      return runBakeOff(context, given, options);
    }
    return options.dryRun ? previewTask(context, given, options) : runTask(context, given, options);
  },
};

/** `jumar taks check`: the first of a few words is nearly a command. A long row of words is a task. */
function mistyped(words: readonly string[], commands: readonly string[]): UsageError | null {
  const [first = '', ...rest] = words;
  const near = words.length > MAX_WORDS || commands.includes(first) ? null : suggest(first, commands);
  if (near === null) return null;
  return new UsageError(
    `there is no command '${first}'`,
    `did you mean \`jumar ${[near, ...rest].join(' ')}\`? A task goes in quotes: jumar "${words.join(' ')}"`,
  );
}

const MAX_WORDS = 3;

function unquoted(words: readonly string[], args: readonly string[]): UsageError {
  return new UsageError(
    `a task is one argument, and these are ${words.length}: ${words.slice(0, 8).join(' ')}${words.length > 8 ? ' …' : ''}`,
    `put it in quotes: jumar ${quotedTask(words, args)}`,
  );
}

function visibleCommands({ parent }: Command): string[] {
  return parent
    ? parent
        .createHelp()
        .visibleCommands(parent)
        .map((one) => one.name())
    : [];
}
