import { heldBy } from '../../../core/tasks/ready.ts';
import type { ListState, TaskState } from '../../../core/tasks/state.ts';
import { escapeXml as xml } from '../xml.ts';

/** JUnit XML: a case for each task. One that is not integrated and verified is a failure, unless it was left out or never started. */
export function listJunit(state: ListState): string {
  const cases = state.tasks.map((one) => ({ one, kind: kindOf(one) }));
  const count = (kind: string) => cases.filter((one) => one.kind === kind).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="0" skipped="${count('skipped')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(`jumar ${state.id}`)}" ${counts}>`,
    `  <testsuite name="tasks" ${counts}>`,
    ...cases.map(({ one, kind }) => {
      const seconds = one.startedAt !== null && one.endedAt !== null ? (one.endedAt - one.startedAt) / 1000 : 0;
      const name = `classname="jumar.tasks" name="${xml(`${one.task.id}: ${one.task.title}`)}" time="${seconds.toFixed(3)}"`;
      return `    <testcase ${name}>${kind === 'pass' ? '' : `<${kind} message="${xml(whyNot(state, one))}"/>`}</testcase>`;
    }),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function kindOf({ status }: TaskState): 'pass' | 'failure' | 'skipped' {
  if (status === 'integrated') return 'pass';
  return status === 'skipped' || status === 'ticked' || status === 'waiting' ? 'skipped' : 'failure';
}

function whyNot(state: ListState, one: TaskState): string {
  if (one.failure) return `${one.failure.why}: ${one.failure.reason}`;
  const held = heldBy(state, one);
  return held === null ? one.status : `not started: ${held} failed`;
}
