import { useState } from 'react';
import { openQuestion } from '../../../core/gates/open-question.ts';
import type { LoopState } from '../../../core/state/state.ts';
import { alertCards, cardClass } from '../../reports/html/alerts-section.ts';
import { Html } from './html.tsx';
import { Result } from './result.tsx';
import { ChangeOf } from './shared-views.tsx';
import { useAction } from './use-action.ts';

const MOST = 20;

/** The question that holds the loop, the answers, and beside them what they are about; nothing if there is none. */
export function GatePanel({ project, state, readOnly }: { project: string; state: LoopState; readOnly: boolean }) {
  const { busy, done, run } = useAction(project);
  const [reason, setReason] = useState('');
  const isHeld = state.gate !== null || state.ended?.ending === 'escalated' || state.ended?.ending === 'blocked';
  const open = isHeld ? openQuestion(state) : null;
  if (!open) return done && <Result done={done} />;
  const answer = (word: 'approve' | 'reject' | 'abort') =>
    run({ type: 'answer', loop: state.id, answer: word, ...(reason.trim() && { reason: reason.trim() }) });
  const held = new Set(open.blockers.map(({ id }) => id));
  const cards = alertCards(state).cards.filter(({ about }) => about.some((key) => held.has(key)));
  const without = open.blockers.filter(({ id, text }) => text && !cards.some(({ about }) => about.includes(id)));
  const { n } = open.iteration;
  return (
    <section className="panel gate" aria-labelledby="gate-title">
      <h2 id="gate-title">{open.question ?? 'This loop waits for you'}</h2>
      <div className="pair">
        <div>
          {cards.slice(0, MOST).map((card) => (
            <article key={card.key} className={cardClass(card)}>
              <Html markup={card.markup} />
            </article>
          ))}
          {without.length > 0 && (
            <ul>
              {without.map(({ id, text }) => (
                <li key={id}>
                  #{n} {text}
                </li>
              ))}
            </ul>
          )}
        </div>
        {n > 0 && (
          <div>
            <h3>What #{n} would change</h3>
            <ChangeOf project={project} loop={state.id} n={n} />
          </div>
        )}
      </div>
      {!readOnly && (
        <div className="answer">
          <p>
            Approve accepts what is listed here. Reject sends the agent back, with your reason. Abort ends the loop with
            the best iteration so far.
          </p>
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
        </div>
      )}
      <Result done={done} />
    </section>
  );
}
