import { whatFaultsShow } from '../metrics/task-faults.ts';
import type { IterationChecks } from '../state/verification-state.ts';
import { faultsTexts } from './task-faults-text.ts';

/** What tests of the agent's own show of the task, and how; empty if they show nothing. */
export function taskTestsTexts({ shown, emptied, faults }: NonNullable<IterationChecks['taskTests']>): string[] {
  if (shown.count === 0 || (faults && whatFaultsShow(faults) !== null)) return [];
  const more = shown.count > shown.tests.length ? ` and ${shown.count - shown.tests.length} more` : '';
  const ways = ['without the change', 'with other values'];
  if (emptied > 0) ways.push('with emptied functions');
  return [
    `shown by the agent's own ${shown.count === 1 ? 'test' : 'tests'}: ${shown.tests.join(', ')}${more}`,
    `${shown.count === 1 ? 'it fails' : 'they fail'} ${ways.slice(0, -1).join(', ')} and ${ways.at(-1)}`,
    ...(faults ? faultsTexts(faults) : []),
  ];
}
