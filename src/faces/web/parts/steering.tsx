import { useState } from 'react';
import { outcomes, type Status } from '../../../core/state/outcome.ts';
import type { LoopState } from '../../../core/state/state.ts';
import { Result } from './result.tsx';
import { useAction } from './use-action.ts';

/** What a person can do with the loop as it is now. */
export function Steering({ project, state, status }: { project: string; state: LoopState; status: Status }) {
  const { busy, done, run } = useAction(project);
  const [asking, setAsking] = useState<'abort' | 'apply' | 'resume' | null>(null);
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
        {resumable && state.ended?.ending !== 'iteration-limit' && (
          <button type="button" className="primary" disabled={busy} onClick={() => run({ type: 'resume', loop })}>
            Resume
          </button>
        )}
        {resumable && (
          <button type="button" disabled={busy} onClick={() => setAsking('resume')}>
            Resume with other limits…
          </button>
        )}
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
      {asking === 'resume' && resumable && (
        <ResumeForm
          state={state}
          busy={busy}
          onCancel={() => setAsking(null)}
          onResume={(limits) => run({ type: 'resume', loop, limits }).then(() => setAsking(null))}
        />
      )}
      {asking === 'apply' && (
        <ApplyForm
          busy={busy}
          state={state}
          onCancel={() => setAsking(null)}
          onApply={(branch, iteration) => run({ type: 'apply', loop, iteration, branch }).then(() => setAsking(null))}
        />
      )}
      <Result done={done} />
    </section>
  );
}

const LIMITS = {
  maxIterations: 'iterations',
  timeout: 'minutes',
  maxCost: 'US$',
  maxTokens: 'tokens',
} as const;
type Limit = keyof typeof LIMITS;

/** Goes on with the limits as they are, or with others; one that is used up must be raised. */
function ResumeForm({
  state,
  busy,
  onCancel,
  onResume,
}: {
  state: LoopState;
  busy: boolean;
  onCancel(): void;
  onResume(limits: Partial<Record<Limit, number>>): void;
}) {
  const used = state.iterations.length - 1;
  const isSpent = state.ended?.ending === 'iteration-limit';
  const [limits, setLimits] = useState<Partial<Record<Limit, number>>>(
    isSpent ? { maxIterations: Math.max(used * 2, used + 1) } : {},
  );
  const set = (name: Limit, value: number) => {
    const { [name]: _, ...others } = limits;
    setLimits(value > 0 ? { ...others, [name]: value } : others);
  };
  const { maxIterations, timeoutMinutes, maxCostUsd, maxTokens } = state.settings.limits;
  const now: Record<Limit, string> = {
    maxIterations: String(maxIterations),
    timeout: String(timeoutMinutes),
    maxCost: String(maxCostUsd ?? 'no limit'),
    maxTokens: String(maxTokens ?? 'no limit'),
  };
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault();
        onResume(limits);
      }}
    >
      <h2>Go on with this loop</h2>
      <p>Empty fields leave a limit as it is.</p>
      <p className="controls">
        {(Object.keys(LIMITS) as Limit[]).map((name) => (
          <label key={name}>
            <input
              type="number"
              className="short"
              min={name === 'maxIterations' ? used + 1 : 0}
              step={name === 'maxCost' || name === 'timeout' ? 'any' : 1}
              value={limits[name] ?? ''}
              placeholder={now[name]}
              onChange={(event) => set(name, event.target.valueAsNumber)}
            />{' '}
            {LIMITS[name]}
          </label>
        ))}
      </p>
      <p className="controls">
        <button type="submit" className="primary" disabled={busy}>
          Go on
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </form>
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
  state,
  onCancel,
  onApply,
}: {
  busy: boolean;
  state: LoopState;
  onCancel(): void;
  onApply(branch: string, iteration: number): void;
}) {
  const [branch, setBranch] = useState('');
  const [iteration, setIteration] = useState(state.best ?? 0);
  const taken = state.iterations.filter(({ n, snapshot }) => n > 0 && snapshot);
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(branch.trim(), iteration);
      }}
    >
      <h2>Commit an iteration to a new branch</h2>
      <p>The working tree and the index stay as they are; the commit message holds the receipt.</p>
      <label className="row">
        Iteration{' '}
        <select value={iteration} onChange={(event) => setIteration(Number(event.target.value))}>
          {taken.map(({ n }) => (
            <option key={n} value={n}>
              #{n}
              {n === state.best ? ' (best)' : ''}
            </option>
          ))}
        </select>
      </label>
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
