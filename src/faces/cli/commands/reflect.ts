import type { CliCommand } from '../support/command.ts';
import { say } from '../support/output.ts';
import { withJson } from '../support/shared-options.ts';

const show: CliCommand = {
  declare: (reflect) =>
    withJson(reflect.command('show'))
      .description('show the reflections of a loop and the lessons it got from earlier loops')
      .argument('[loop]'),

  examples: [['reflect show'], ['reflect show fix-the-parser --json']],

  async run(context, loop: string | undefined, { json = false }: { json?: boolean }) {
    const [{ readLoop }, { reflectionsOf, reflectionsText }] = await Promise.all([
      import('../../../app/loop-reading.ts'),
      import('../text/reflections.ts'),
    ]);
    const reflections = reflectionsOf((await readLoop(context, loop)).state);
    if (json) context.stdout.write(`${JSON.stringify(reflections, null, 2)}\n`);
    else say(context, reflectionsText(reflections));
    return 0;
  },
};

const patterns: CliCommand = {
  declare: (reflect) =>
    withJson(reflect.command('patterns'))
      .description('show lessons of earlier loops here, or those related to a query')
      .argument('[words...]', 'words from a task or a failure')
      .option('--user', 'lessons of all your projects'),

  examples: [['reflect patterns'], ['reflect patterns "timezone in dates" --user']],

  async run(context, words: readonly string[], { json = false, user = false }: { json?: boolean; user?: boolean }) {
    const [{ findLessons }, { lessonsJson, lessonsList }] = await Promise.all([
      import('../../../app/lessons.ts'),
      import('../text/lessons.ts'),
    ]);
    const query = words.length === 0 ? undefined : words.join(' ');
    const lessons = await findLessons(context, { query, user });
    const nothing = query === undefined ? `of earlier loops ${user ? 'of yours' : 'here'} yet` : 'like that';
    if (json) context.stdout.write(lessonsJson(lessons));
    else if (lessons.length === 0) context.stdout.write(`no lessons ${nothing}\n`);
    else context.stdout.write(lessonsList(lessons, Date.now()));
    return 0;
  },
};

const clear: CliCommand = {
  declare: (reflect) =>
    reflect
      .command('clear')
      .description('delete the lessons of earlier loops here; reflections stay in the logs of their loops')
      .argument('[loop]', 'only the lesson of this loop')
      .option('--user', 'lessons of all your projects'),

  examples: [
    ['reflect clear', 'all lessons of this project'],
    ['reflect clear fix-the-parser', 'the lesson of that loop'],
  ],

  async run(context, loop: string | undefined, { user = false }: { user?: boolean }) {
    const { forgetLessons } = await import('../../../app/lessons.ts');
    const count = await forgetLessons(context, { loop, user });
    context.stdout.write(`${count} ${count === 1 ? 'lesson' : 'lessons'} forgotten\n`);
    return 0;
  },
};

export const reflect: CliCommand = {
  declare: (program) =>
    program.command('reflect').description('lessons from failed iterations, in a loop and across loops'),
  examples: [
    ['reflect show', 'what failed, why, and what to try, in the latest loop'],
    ['reflect patterns "timezone in dates"', 'lessons of earlier loops'],
  ],
  beneath: [show, patterns, clear],
};
