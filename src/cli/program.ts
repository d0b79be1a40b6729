import { Command, CommanderError } from 'commander';
import { EXIT_USAGE } from '../core/outcome.ts';
import { describeArguments, describedOption } from './arguments-help.ts';
import type { CommandContext } from './context.ts';
import { addExamples } from './examples.ts';
import { reportError } from './failure.ts';
import { collect, names, positive, whole } from './option-values.ts';
import { say } from './output.ts';
import { addReadingCommands } from './reading-commands.ts';
import { version } from './version.ts';

const examples = `
Examples:
  $ jumar "make npm test pass"
  $ jumar "make npm test pass" --agent claude,codex --max-cost 5
  $ jumar "fix the parser" --until "npm test" --until "npx tsc --noEmit passes" --agent-command ./agent.sh
  $ jumar resume --max-iterations 20
  $ jumar attach          watch and steer a loop that runs in another terminal
  $ jumar diff            what the kept iteration changed
  $ jumar report --out ../report.html
  $ jumar apply --branch fix
  $ jumar rollback 0      put everything back as it was before

Exit codes: 0 complete, 1 limit reached, 2 usage, 3 stopped, 4 a person is needed, 5 budget, 6 the agent cannot run,
7 could not measure, 130 interrupted. More: docs/exit-codes.md`;

/** Parses the arguments, runs the command and gives its exit code. Never throws. */
export async function main(args: readonly string[], context: CommandContext): Promise<number> {
  const result = { code: 0 };
  const program = buildProgram(context, result);
  try {
    await program.parseAsync(helpful(args), { from: 'user' });
    return result.code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
    return reportError(error, context);
  }
}

export function buildProgram(context: CommandContext, result: { code: number }): Command {
  const program = new Command('jumar')
    .description('Runs a coding agent on a task, again and again, until checks that a machine runs say it is done.')
    .version(version(), '-V, --version')
    .configureOutput({ writeOut: (text) => say(context, text), writeErr: (text) => context.stderr.write(text) })
    .configureHelp({ optionDescription: describedOption })
    .showSuggestionAfterError()
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText('after', examples);

  /** Each command is a file of its own, loaded only when it is called. */
  const runs =
    (load: () => Promise<{ default: (context: CommandContext, ...input: never[]) => Promise<number> }>) =>
    async (...input: unknown[]) => {
      const command = (await load()).default as (context: CommandContext, ...input: unknown[]) => Promise<number>;
      result.code = await command(context, ...input.slice(0, -1));
    };

  const withLimits = (command: Command, iterations = '10', minutes = '60') =>
    command
      .option('--max-iterations <n>', `stop after this many iterations in all (default: ${iterations})`, whole)
      .option('--timeout <minutes>', `stop after this much running time in all (default: ${minutes})`, positive)
      .option('--max-cost <usd>', 'stop when the agents have spent this much', positive)
      .option('--max-tokens <n>', 'stop when the agents have used this many tokens', whole)
      .option('--max-agent-minutes <minutes>', 'stop when agents have run for this long', positive);
  const withAgent = (command: Command) =>
    command
      .option(
        '--agent <names>',
        'agents in order of preference, such as claude,codex; repair is built in (default: the first installed)',
        names,
      )
      .option('--model <name>', 'the model that the agent is told to use')
      .option('--sandbox <kind>', 'none, agent (its own), bwrap or srt; refused where it cannot be had')
      .option('--clean-room', 'keep your own hooks, plugins and MCP servers out of the agent');
  const withMeasuring = (command: Command) =>
    command
      .option('--coverage <mode>', 'found: what the checks write; auto: also asks runners and node itself; off')
      .option('--no-cache', 'run every command, also on a tree whose results are known');
  const withJson = (command: Command) => command.option('--json', 'machine-readable output');
  const withFace = (command: Command) =>
    command
      .option('-v, --verbose', 'tell each iteration at length')
      .option('--plain', 'plain lines instead of the live view: for screen readers and for logs');

  withFace(withMeasuring(withJson(withAgent(withLimits(program.command('run', { isDefault: true }))))))
    .description('start a loop (the word "run" may be left out)')
    .argument('[task]', 'what the agent is to do; or use --task-file, or stdin')
    .option(
      '-u, --until <criterion>',
      'a check that must hold, repeatable: a command, `cmd ~ /re/`, file:<path>',
      collect,
      [],
    )
    .option('-a, --agent-command <command>', 'shell command that runs the agent; the prompt is on its stdin')
    .option('--only <globs>', 'undo what the agent changes elsewhere, repeatable', collect, [])
    .option('--protect <globs>', 'undo what the agent changes here, repeatable', collect, [])
    .option('--setup <command>', 'run before the baseline, and again when lock files of dependencies change')
    .option('--confirm <n>', 'run checks that hold this many times more; one that flips is flaky, never success', whole)
    .option('--task-file <path>', 'read the task from a file')
    .option('--template <path>', 'Handlebars template for the prompt')
    .option('--type <type>', 'the kind of loop: a built-in task type, or one of your own in .jumar/loops/<type>.yaml')
    .option('--set <name=value>', "an input of the loop's type, repeatable", collect, [])
    .option('--refine', 'go on after the checks hold, as long as the quality score rises')
    .option('--maximize <command>', "keep only what raises this command's number while the checks hold")
    .option('--minimize <command>', "keep only what lowers this command's number while the checks hold")
    .option('--worktree', 'work in a git worktree of HEAD that is made for the loop; your own files stay as they are')
    .option('--dry-run', 'show the checks, the agent and the first prompt; start nothing')
    .action(runs(() => import('./commands/run.ts')));

  withFace(withMeasuring(withJson(withAgent(withLimits(program.command('resume'), 'as before', 'as before')))))
    .description('go on with a loop that was paused, interrupted, killed or stopped at a limit')
    .argument('[loop]')
    .option('-a, --agent-command <command>', 'go on with another agent')
    .action(runs(() => import('./commands/resume.ts')));

  program
    .command('pause')
    .description('pause a running loop after its current iteration')
    .argument('[loop]')
    .option('--now', 'stop the agent at once instead; its unfinished work is redone on resume')
    .action(runs(() => import('./commands/pause.ts')));

  program
    .command('abort')
    .description('end a loop for good')
    .argument('[loop]')
    .option('--keep-changes', 'leave the working tree as it is (default)')
    .option('--revert', 'put the working tree back as it was before the loop')
    .option('--reason <text>', 'why, kept in the log')
    .action(runs(() => import('./commands/abort.ts')));

  withJson(program.command('prompt'))
    .description('exactly what an iteration was or would be sent; on stderr how many tokens each part of it takes')
    .argument('[loop]')
    .argument('[iteration]', 'default: the next one')
    .action(runs(() => import('./commands/prompt.ts')));

  const reflect = program.command('reflect').description('what failed iterations taught, in a loop and across loops');
  withJson(reflect.command('show'))
    .description('the reflections of a loop, and the lessons it was given')
    .argument('[loop]')
    .action(runs(() => import('./commands/reflect-show.ts')));
  withJson(reflect.command('patterns'))
    .description('lessons of earlier loops here, or those that bear on what is asked')
    .argument('[words...]', 'words of a task or a failure')
    .option('--user', 'those of all your projects')
    .action(runs(() => import('./commands/reflect-patterns.ts')));
  reflect
    .command('clear')
    .description('forget the lessons of earlier loops here; reflections stay in the logs of their loops')
    .argument('[loop]', 'only the lesson of this loop')
    .option('--user', 'those of all your projects')
    .action(runs(() => import('./commands/reflect-clear.ts')));

  addReadingCommands(program, runs);

  program
    .command('apply')
    .description("put an iteration's files into the working tree (default: best), or commit what it changed")
    .argument('[loop]')
    .argument('[iteration]')
    .option('--branch [name]', 'commit it onto a new branch; working tree and index stay as they are')
    .option('--commit', 'commit it onto the current branch')
    .option('--patch', 'only print it as a patch')
    .option('--out <file>', 'with --patch: write it there')
    .option('--pr', 'with --branch: push it and open a pull request with gh')
    .option('--reason <text>', 'why, kept in the log')
    .action(runs(() => import('./commands/apply.ts')));

  program
    .command('rollback')
    .description('put the working tree back to an iteration; 0 is before the loop')
    .argument('[loop]')
    .argument('[iteration]')
    .action(runs(() => import('./commands/rollback.ts')));

  program
    .command('prune')
    .description('remove the snapshots of ended loops, but for baseline, best, last and what was kept aside')
    .option('--all', 'remove ended loops altogether, logs and reports too')
    .option('--older-than <days>', 'only loops that ended this long ago', positive)
    .action(runs(() => import('./commands/prune.ts')));

  program
    .command('audit')
    .description('judge any diff for cheating and loss: a range, a pull request, what is staged; no loop needed')
    .argument('[range]', 'commits as git names them, such as main..HEAD (default: the working tree)')
    .option('--staged', 'what is staged')
    .option('--working', 'the working tree against HEAD')
    .option('--pr [base]', 'what this branch adds to its base')
    .option('--format <format>', 'text, json, sarif, github or junit')
    .option('--task <text>', 'what the change was asked to do')
    .option('--strict', 'judge as in a loop: what may only have been rewritten blocks too; for the work of agents')
    .option('--explain <pattern>', 'what a pattern catches and what it does not')
    .action(runs(() => import('./commands/audit.ts')));

  program
    .command('gate')
    .description('answer what stands between a loop and completion: show, approve, reject or abort')
    .argument('<answer>')
    .argument('[loop]')
    .option('--reason <text>', 'why, kept in the log')
    .action(runs(() => import('./commands/gate.ts')));

  const alerts = withJson(program.command('alerts'))
    .description('what the guard and the metrics of a loop raised, what of it blocks, and how often they were wrong')
    .argument('[loop]')
    .action(runs(() => import('./commands/alerts.ts')));
  alerts
    .command('mark')
    .description('say that an alert is wrong: it no longer blocks, and counts into the false-positive rate')
    .argument('<id...>', 'as `jumar alerts` shows them, or the beginning of one')
    .option('--false-positive', 'what it is')
    .option('--undo', 'take an earlier mark back: it counts again')
    .option('--reason <text>', 'why, kept in the log')
    .option('--suppress', 'also switch the pattern off for that file, in .jumar/patterns/suppressions.yaml')
    .option('--loop <loop>', 'of another loop than the latest')
    .action(runs(() => import('./commands/alerts-mark.ts')));

  withMeasuring(withJson(program.command('measure')))
    .description('the metrics of the working tree, with no loop and no agent')
    .option('--compare <commit>', 'measure this commit too and show what moved')
    .option(
      '-u, --until <criterion>',
      'the commands to measure with, repeatable (default: the test command)',
      collect,
      [],
    )
    .action(runs(() => import('./commands/measure.ts')));

  const config = program.command('config').description('read or write settings');
  withJson(config.command('get'))
    .description('one setting or all of them, with where each comes from')
    .argument('[key]')
    .action(runs(() => import('./commands/config-get.ts')));
  config
    .command('set')
    .description('write a setting into .jumar/config.yaml')
    .argument('<key>')
    .argument('<value>')
    .option('--user', "into the user's own file instead")
    .action(runs(() => import('./commands/config-set.ts')));

  withJson(program.command('doctor'))
    .description('what Jumar finds on this machine and in this project')
    .action(runs(() => import('./commands/doctor.ts')));

  program
    .command('init')
    .description('what is found in this project and how to begin; with --write also a commented config')
    .option('--write', 'write .jumar/config.yaml')
    .option('--force', 'replace one that exists')
    .action(runs(() => import('./commands/init.ts')));

  program
    .command('completions')
    .description('a completion script for bash, zsh or fish (default: your shell)')
    .argument('[shell]')
    .action(runs(() => import('./commands/completions.ts')));

  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(runs(() => import('./commands/complete.ts')));

  program
    .command('demo')
    .description('a real loop on a sample project in a temporary folder; needs no key and no network')
    .option('--cheat', 'with an agent that changes the checks instead of the code')
    .option('--plain', 'plain lines instead of the live view')
    .action(runs(() => import('./commands/demo.ts')));

  describeArguments(program);
  addExamples(program);
  return program;
}

/** `jumar help run --help` asks for nothing but the help of `run`. */
function helpful(args: readonly string[]): string[] {
  return args[0] === 'help' ? args.filter((arg) => arg !== '--help' && arg !== '-h') : [...args];
}
