import type { CliCommand } from '../../support/command.ts';
import { install } from './install.ts';
import { off, on, status } from './let-go.ts';
import { run } from './run.ts';

export const hook: CliCommand = {
  declare: (program) =>
    program.command('hook').description("judge what agents leave in sessions of their own, by the agents' own hooks"),

  examples: [
    ['hook install claude', 'Claude Code is sent back until the checks hold'],
    ['hook off', 'let it go'],
  ],

  beneath: [install, run, off, on, status],
};
