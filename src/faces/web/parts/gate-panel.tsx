import { useState } from 'react';
import { openQuestion } from '../../../core/gates/open-question.ts';
import type { LoopState } from '../../../core/state/state.ts';
import { Result } from './result.tsx';
import { useAction } from './use-action.ts';

/** The question that holds the loop, and the answers; nothing if there is none. */
export function GatePanel({ project, state, readOnly }: { project: string; state: LoopState; readOnly: boolean }) {
  const { busy, done, run } = useAction(project);
  const [reason, setReason] = useState('');
  const isHeld = state.gate !== null || state.ended?.ending === 'escalated' || state.ended?.ending === 'blocked';
  const open = isHeld ? openQuestion(state) : null;
  if (!open) return done && <Result done={done} />;
  const answer = (word: 'approve' | 'reject' | 'abort') =>
    run({ type: 'answer', loop: state.id, answer: word, ...(reason.trim() && { reason: reason.trim() }) });
  return (
    <section className="panel gate" aria-labelledby="gate-title">
      <h2 id="gate-title">{open.question ?? 'This loop waits for you'}</h2>
      <ul>
        {open.blockers
          .filter(({ text }) => text)
          .map(({ id, text }) => (
            <li key={id}>
              #{open.iteration.n} {text}
            </li>
          ))}
      </ul>
      <p>
        The findings and the diff are below. An approval accepts what is listed here; a rejection sends the agent back.
      </p>
      {!readOnly && (
        <>
          <label className="row">
            Reason <input value={reason} onChange={(event) => setReason(event.target.value)} />
          </label>
          <p className="controls">
            <button type="button" className="primary" disabled={busy} onClick={() => answer('approve')}>
              Approve
            </button>
            <button type="button" disabled={busy} onClick={() => answer('reject')}>
              Reject
            </button>
            <button type="button" className="danger" disabled={busy} onClick={() => answer('abort')}>
              Abort, keep the best
            </button>
          </p>
        </>
      )}
      <Result done={done} />
    </section>
  );
}
