import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

/** Makes the action of a command out of the file that holds it, loaded only when it is called. */
export type Runs = (
  load: () => Promise<{ default: (context: CommandContext, ...input: never[]) => Promise<number> }>,
) => (...input: unknown[]) => Promise<void>;

/** The commands that only look: what a loop is doing, what it did, and what came of it. */
export function addReadingCommands(program: Command, runs: Runs): void {
  const withJson = (command: Command) => command.option('--json', 'machine-readable output');

  withJson(program.command('status'))
    .description('what a loop is doing and how far it is')
    .argument('[loop]')
    .action(runs(() => import('./commands/status.ts')));

  program
    .command('attach')
    .description('watch a loop that another process runs, and steer it by keys; exits as the loop does')
    .argument('[loop]')
    .option('--plain', 'plain lines instead of the live view')
    .option('-v, --verbose', 'with plain lines: tell each iteration at length')
    .action(runs(() => import('./commands/attach.ts')));

  withJson(program.command('list'))
    .description('the loops of this workspace, the latest first')
    .option('--all', 'of every workspace')
    .action(runs(() => import('./commands/list.ts')));

  withJson(program.command('show'))
    .description('a loop iteration by iteration; with a number, one iteration: its prompt, output and checks')
    .argument('[loop]')
    .argument('[iteration]')
    .option('--prompt', 'only the prompt of that iteration')
    .option('--output', "only the agent's whole output")
    .action(runs(() => import('./commands/show.ts')));

  program
    .command('report')
    .description('a report of a loop, or with a number of one iteration')
    .argument('[loop]')
    .argument('[iteration]')
    .option('--format <format>', 'md, html, json, csv, junit or sarif (default: by the name of --out, else md)')
    .option('--out <file>', 'write it there instead of to standard output')
    .action(runs(() => import('./commands/report.ts')));

  program
    .command('analytics')
    .description('the quality of a loop over its iterations; without one, success, cost and more across loops')
    .argument('[loop]', 'a loop, or `latest`')
    .option('--format <format>', 'text, json or csv')
    .option('--export <file>', 'write it there instead of to standard output')
    .option('--since <when>', 'only loops begun since: 12h, 7d, 2w, or a date')
    .option('--agent <name>', 'only loops of this agent')
    .option('--all', 'of every workspace')
    .action(runs(() => import('./commands/analytics.ts')));

  program
    .command('export')
    .description('the whole recorded state of a loop as JSON, valid against schemas/loop-state.schema.json')
    .argument('[loop]')
    .option('--out <file>', 'write it there instead of to standard output')
    .action(runs(() => import('./commands/export.ts')));

  program
    .command('diff')
    .description('what changed: baseline to best, or between two iterations')
    .argument('[loop]')
    .argument('[from]')
    .argument('[to]')
    .option('--stat', 'only the names and counts')
    .action(runs(() => import('./commands/diff.ts')));
}
