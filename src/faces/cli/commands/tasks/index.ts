import type { CliCommand } from '../../support/command.ts';
import { add } from './add.ts';
import { apply } from './apply.ts';
import { check } from './check.ts';
import { plan } from './plan.ts';
import { report } from './report.ts';
import { resume } from './resume.ts';
import { retry } from './retry.ts';
import { run } from './run.ts';
import { skip } from './skip.ts';
import { status } from './status.ts';

const formats = `
A list is a Markdown file, one checkbox a task (or one heading, in a file without checkboxes):

  - [ ] Add a login page
    until: npm test -- login
    until: npx tsc --noEmit passes
    after: Add a user model
    only: src/login/**
    agent: claude, codex
    max-cost: 2
    Whatever else is indented is part of the task.

or YAML or JSON with the same fields, a prd.json with user stories, or the output of
gh issue list --json number,title,body,state. A task is done when its checks hold on the tree that all tasks
before it were integrated into, together with their checks. More: docs/tasks.md`;

export const tasks: CliCommand = {
  declare: (program) =>
    program
      .command('tasks')
      .description('run a list of tasks, each in a worktree, and integrate what is verified')
      .addHelpText('after', formats),

  examples: [
    ['tasks check tasks.md', 'what would run'],
    ['tasks run tasks.md'],
    ['tasks status'],
    ['tasks apply', 'merge the integrated tasks into your branch'],
  ],

  beneath: [run, plan, check, status, resume, retry, skip, add, apply, report],
};
