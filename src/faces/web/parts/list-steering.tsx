import { useState } from 'react';
import type { ListState } from '../../../core/tasks/state.ts';
import { Result } from './result.tsx';
import { useAction } from './use-action.ts';

/** What a person can do with a list that no process runs; a running one is paused by Ctrl-C where it runs. */
export function ListSteering({ project, state, isRunning }: { project: string; state: ListState; isRunning: boolean }) {
  const { busy, done, run } = useAction(project);
  const [chosen, setTask] = useState('');
  const open = state.tasks.filter(({ status }) => status === 'failed' || status === 'skipped' || status === 'waiting');
  const task = open.find(({ task: { id } }) => id === chosen) ?? open[0];
  if (isRunning) return <p className="facts">It runs: Ctrl-C where it was started pauses it.</p>;
  const list = state.id;
  return (
    <section aria-label="Control">
      <p className="controls">
        {state.ended?.ending !== 'completed' && (
          <button type="button" className="primary" disabled={busy} onClick={() => run({ type: 'list-resume', list })}>
            Resume
          </button>
        )}
        {task && (
          <>
            <label>
              Task{' '}
              <select value={task.task.id} onChange={(event) => setTask(event.target.value)}>
                {open.map((one) => (
                  <option key={one.task.id} value={one.task.id}>
                    {one.task.id} ({one.status})
                  </option>
                ))}
              </select>
            </label>
            {task.status !== 'waiting' && (
              <button
                type="button"
                disabled={busy}
                onClick={() => run({ type: 'list-retry', list, task: task.task.id })}
              >
                Try again
              </button>
            )}
            {task.status !== 'skipped' && (
              <button
                type="button"
                disabled={busy}
                onClick={() => run({ type: 'list-skip', list, task: task.task.id })}
              >
                Leave it out
              </button>
            )}
          </>
        )}
        {state.head !== state.base && (
          <button type="button" disabled={busy} onClick={() => run({ type: 'list-apply', list })}>
            Merge into the current branch
          </button>
        )}
      </p>
      <Result done={done} />
    </section>
  );
}
