import { functionText, type TaskFaults } from '../metrics/task-faults.ts';

/** What the tests noticed of the faults, and what that cost. */
export function faultsTexts(faults: TaskFaults): string[] {
  const { constants, counts, unsupported, problem, durationMs, testRunMs } = faults;
  if (problem !== undefined) return [`faults in the change: not measured (${problem})`];
  const { functions, distinguished, unwatched } = constants;
  const valid = counts.killed + counts.survived;
  const seconds = `${Math.round(durationMs / 100) / 10} s`;
  const cost = testRunMs ? `${seconds}, ${Math.round((durationMs / testRunMs) * 10) / 10} × a test run` : seconds;
  const small = valid > 0 ? `${counts.killed} of ${valid} noticed` : 'none could be judged';
  return [
    ...(functions > 0
      ? [`results replaced by constants: noticed for ${distinguished} of ${plural(functions, 'function')}`]
      : []),
    `small faults in the change: ${small}; ${cost}`,
    ...(unwatched.length > 0 ? [`no test needs ${unwatched.map(functionText).join(', ')}`] : []),
    ...unsupported.map(({ reason, count }) => `${plural(count, 'file')} not measured: ${reason}`),
  ];
}

const plural = (count: number, noun: string) => `${count} ${count === 1 ? noun : `${noun}s`}`;
