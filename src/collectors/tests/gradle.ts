import { type Summary, summaries, type TestRunner, tally } from './runner.ts';

/**
 * Gradle sums up only where a test failed. A test task that passes says nothing of its tests, unless the build logs each
 * one; then the lines are counted.
 */
export const gradle: TestRunner = {
  name: 'gradle',
  human(text, complete) {
    const tasks = [
      ...text.matchAll(/^> Task (\S*:\w*[tT]est)(?: (NO-SOURCE|UP-TO-DATE|FROM-CACHE|SKIPPED|FAILED))?$/gm),
    ];
    const completed = summaries(
      text,
      /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/gm,
      ([, total, failed, skipped]) => ({
        counts: tally(
          Math.max(0, Number(total) - Number(failed ?? 0) - Number(skipped ?? 0)),
          Number(failed ?? 0),
          Number(skipped ?? 0),
        ),
      }),
    );
    if (tasks.length === 0) return completed;

    const silent = new Set(
      tasks.filter(([, , state]) => state !== 'NO-SOURCE' && state !== 'SKIPPED').map(([, name]) => name),
    );
    const [first, last] = [tasks[0], tasks.at(-1)];
    const span = { start: first?.index ?? 0, end: (last?.index ?? 0) + (last?.[0].length ?? 0) };
    const whole = (counts: Summary['counts']): Summary[] => [{ ...span, counts }];
    if (silent.size === 0) return whole(tally(0, 0, 0));
    if (completed.length === silent.size) return completed;
    const lines = text.split('\n').filter((line) => line.includes(' > '));
    const logged = (result: string) => lines.filter((line) => line.endsWith(` ${result}`)).length;
    const passed = logged('PASSED');
    return whole(passed > 0 && complete ? tally(passed, logged('FAILED'), logged('SKIPPED')) : null);
  },
};
