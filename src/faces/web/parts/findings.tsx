import type { LoopState } from '../../../core/state/state.ts';
import { alertCards, cardClass } from '../../reports/html/alerts-section.ts';
import { Html } from './html.tsx';
import { Result } from './result.tsx';
import { useAction } from './use-action.ts';

const MOST = 100;

/** Everything that was raised, the most severe first, with the code before and after, and the mark of a person. */
export function Findings({ project, state, readOnly }: { project: string; state: LoopState; readOnly: boolean }) {
  const { busy, done, run } = useAction(project);
  const { cards, all } = alertCards(state, MOST);
  return (
    <>
      {all === 0 && <p>Nothing was raised.</p>}
      {cards.map((card) => (
        <article key={card.key} className={cardClass(card)}>
          <Html markup={card.markup} />
          {!readOnly && !card.approved && (
            <p className="controls">
              <button
                type="button"
                disabled={busy}
                onClick={() =>
                  run({ type: 'mark', loop: state.id, alerts: card.keys.slice(0, MOST), falsePositive: !card.marked })
                }
              >
                {card.marked ? 'Take the mark back' : 'Mark as a false positive'}
              </button>
            </p>
          )}
        </article>
      ))}
      {all > MOST && (
        <p>
          And {all - MOST} more: <code>jumar alerts</code> lists them all.
        </p>
      )}
      <Result done={done} />
    </>
  );
}
