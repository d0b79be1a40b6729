import { useState } from 'react';
import { outcomes, type Status } from '../../../core/state/outcome.ts';
import type { LoopState } from '../../../core/state/state.ts';
import { Result } from './result.tsx';
import { useAction } from './use-action.ts';

/** What a person can do with the loop as it is now. */
export function Steering({ project, state, status }: { project: string; state: LoopState; status: Status }) {
  const { busy, done, run } = useAction(project);
  const [asking, setAsking] = useState<'abort' | 'apply' | null>(null);
  const loop = state.id;
  const running = status === 'running' || status === 'completing';
  const resumable = !running && (state.ended === null || outcomes[state.ended.ending].resumable);
  const over = !running && status !== 'aborted';
  return (
    <section aria-label="Control">
      <p className="controls">
        {running && (
          <>
            <button type="button" disabled={busy} onClick={() => run({ type: 'pause', loop })}>
              Pause after the iteration
            </button>
            <button type="button" disabled={busy} onClick={() => run({ type: 'pause', loop, now: true })}>
              Pause now
            </button>
            <button type="button" disabled={busy} onClick={() => run({ type: 'skip', loop })}>
              Skip to the checks
            </button>
          </>
        )}
        {resumable && <Resume state={state} busy={busy} onResume={(limits) => run({ type: 'resume', loop, limits })} />}
        {over && state.best !== null && state.best > 0 && (
          <button type="button" disabled={busy} onClick={() => setAsking('apply')}>
            Commit to a branch…
          </button>
        )}
        {(running || resumable) && (
          <button type="button" className="danger" disabled={busy} onClick={() => setAsking('abort')}>
            Abort…
          </button>
        )}
      </p>
      {asking === 'abort' && (
        <AbortForm
          busy={busy}
          onCancel={() => setAsking(null)}
          onAbort={(options) => run({ type: 'abort', loop, ...options }).then(() => setAsking(null))}
        />
      )}
      {asking === 'apply' && (
        <ApplyForm
          busy={busy}
          best={state.best ?? 0}
          onCancel={() => setAsking(null)}
          onApply={(branch, iteration) => run({ type: 'apply', loop, iteration, branch }).then(() => setAsking(null))}
        />
      )}
      <Result done={done} />
    </section>
  );
}

function Resume({
  state,
  busy,
  onResume,
}: {
  state: LoopState;
  busy: boolean;
  onResume(limits: { maxIterations?: number }): void;
}) {
  const used = state.iterations.length - 1;
  const isSpent = state.ended?.ending === 'iteration-limit';
  const [limit, setLimit] = useState(Math.max(used * 2, used + 1));
  return (
    <>
      {isSpent && (
        <label>
          up to{' '}
          <input
            type="number"
            min={used + 1}
            value={limit}
            onChange={(event) => setLimit(event.target.valueAsNumber)}
            aria-label="Iterations"
          />{' '}
          iterations
        </label>
      )}
      <button
        type="button"
        className="primary"
        disabled={busy || (isSpent && !(limit > used))}
        onClick={() => onResume(isSpent ? { maxIterations: limit } : {})}
      >
        Resume
      </button>
    </>
  );
}

function AbortForm({
  busy,
  onCancel,
  onAbort,
}: {
  busy: boolean;
  onCancel(): void;
  onAbort(options: { revert: boolean; reason?: string }): void;
}) {
  const [revert, setRevert] = useState(false);
  const [reason, setReason] = useState('');
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault();
        onAbort({ revert, ...(reason.trim() && { reason: reason.trim() }) });
      }}
    >
      <h2>Abort this loop?</h2>
      <p>It ends for good. The working tree stays as it is, unless you revert it.</p>
      <label className="row">
        <input type="checkbox" checked={revert} onChange={(event) => setRevert(event.target.checked)} /> Restore the
        working tree to its state before the loop
      </label>
      <label className="row">
        Reason <input value={reason} onChange={(event) => setReason(event.target.value)} />
      </label>
      <p className="controls">
        <button type="submit" className="danger" disabled={busy}>
          Abort the loop
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </form>
  );
}

function ApplyForm({
  busy,
  best,
  onCancel,
  onApply,
}: {
  busy: boolean;
  best: number;
  onCancel(): void;
  onApply(branch: string, iteration: number): void;
}) {
  const [branch, setBranch] = useState('');
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(branch.trim(), best);
      }}
    >
      <h2>Commit iteration {best} to a new branch</h2>
      <p>The working tree and the index stay as they are; the commit message holds the receipt.</p>
      <label className="row">
        Branch <input value={branch} placeholder="a free name" onChange={(event) => setBranch(event.target.value)} />
      </label>
      <p className="controls">
        <button type="submit" className="primary" disabled={busy}>
          Commit
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </form>
  );
}
