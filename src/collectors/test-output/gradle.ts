import { type Summary, summaries, type TestRunner, toCounts } from './runner.ts';

/**
 * Gradle prints a summary only if a test failed. A passing test task prints nothing about its tests, unless the build
 * logs each one; then the lines are counted.
 */
export const gradle: TestRunner = {
  name: 'gradle',
  readSummaries(text, complete) {
    const tasks = [
      ...text.matchAll(/^> Task (\S*:\w*[tT]est)(?: (NO-SOURCE|UP-TO-DATE|FROM-CACHE|SKIPPED|FAILED))?$/gm),
    ];
    const completedTasks = summaries(
      text,
      /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/gm,
      ([, total, failed, skipped]) => ({
        counts: toCounts(
          Math.max(0, Number(total) - Number(failed ?? 0) - Number(skipped ?? 0)),
          Number(failed ?? 0),
          Number(skipped ?? 0),
        ),
      }),
    );
    if (tasks.length === 0) return completedTasks;

    const testTasks = new Set(
      tasks.filter(([, , state]) => state !== 'NO-SOURCE' && state !== 'SKIPPED').map(([, name]) => name),
    );
    const [first, last] = [tasks[0], tasks.at(-1)];
    const span = { start: first?.index ?? 0, end: (last?.index ?? 0) + (last?.[0].length ?? 0) };
    const whole = (counts: Summary['counts']): Summary[] => [{ ...span, counts }];
    if (testTasks.size === 0) return whole(toCounts(0, 0, 0));
    if (completedTasks.length === testTasks.size) return completedTasks;
    const lines = text.split('\n').filter((line) => line.includes(' > '));
    const countLogged = (result: string) => lines.filter((line) => line.endsWith(` ${result}`)).length;
    const passed = countLogged('PASSED');
    return whole(passed > 0 && complete ? toCounts(passed, countLogged('FAILED'), countLogged('SKIPPED')) : null);
  },
};
