import type { Command } from 'commander';
import { countsByName, names, positive, whole } from './option-values.ts';
import { withJson } from './shared-options.ts';

/** Options of commands that run a list. */
export function withListOptions(command: Command): Command {
  return withJson(command)
    .option('--jobs <n>', 'tasks that run side by side (default: 2, fewer on a small machine)', whole)
    .option(
      '--agent-slots <agent=n>',
      'at most this many runs of an agent at once, such as claude=2,codex=1',
      countsByName,
    )
    .option('--max-cost <usd>', 'stop when the agents of all tasks have spent this much', positive)
    .option(
      '--attempts <n>',
      'how often an agent tries to bring in a task that conflicts or breaks a check (default: 2)',
      whole,
    )
    .option('--agent <names>', 'agents in order of preference, for tasks that name none', names)
    .option('--bake-off <names>', 'these agents each do every task side by side; the best change is kept', names)
    .option('--samples <n>', 'each agent does every task this often; the best change is kept', whole)
    .option('-a, --agent-command <command>', 'shell command that runs the agent; the prompt is on its stdin')
    .option('--model <name>', 'model for the agent')
    .option('--sandbox <kind>', 'cell (default), none, agent (its own), bwrap or srt')
    .option('--setup <command>', 'run in each worktree before its checks, such as "npm ci"')
    .option('--max-iterations <n>', 'of each task (default: 10)', whole)
    .option('--timeout <minutes>', 'of each task, running time (default: 60)', positive)
    .option('--plain', 'plain lines instead of the live view, for screen readers and logs');
}
