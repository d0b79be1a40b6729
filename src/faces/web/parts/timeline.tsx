import { memo, useEffect, useState } from 'react';
import type { IterationState, LoopState } from '../../../core/state/state.ts';
import { iterationBody, iterationClass, iterationSummary } from '../../reports/html/iterations-section.ts';
import { Html } from './html.tsx';

const FIRST = 30;

/** Every iteration, the latest first; each opens to how it was judged and what it did. `wanted` is opened and shown. */
export function Timeline({ state, wanted }: { state: LoopState; wanted: { n: number } | null }) {
  const [asked, setShown] = useState(FIRST);
  const { length } = state.iterations;
  const shown = Math.max(asked, wanted ? length - wanted.n : 0);
  useEffect(() => {
    const entry = wanted && document.getElementById(`iteration-${wanted.n}`);
    if (!(entry instanceof HTMLDetailsElement)) return;
    entry.open = true;
    entry.scrollIntoView();
    entry.querySelector('summary')?.focus({ preventScroll: true });
  }, [wanted]);
  const latest = state.iterations.slice(-shown).reverse();
  return (
    <>
      {latest.map((iteration) => (
        <Entry key={iteration.n} state={state} iteration={iteration} />
      ))}
      {length > shown && (
        <button type="button" onClick={() => setShown(shown + 100)}>
          Show earlier ones ({(length - shown).toLocaleString('en-GB')})
        </button>
      )}
    </>
  );
}

interface EntryProps {
  state: LoopState;
  iteration: IterationState;
}

/** What a closed one shows follows from its iteration, and from which is best. */
const Entry = memo(
  DrawnEntry,
  (before, after) =>
    before.iteration === after.iteration &&
    before.state.best === after.state.best &&
    before.state.ended === after.state.ended,
);

function DrawnEntry({ state, iteration }: EntryProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      id={`iteration-${iteration.n}`}
      className={iterationClass(iteration)}
      onToggle={(event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}
    >
      <summary>
        <Html markup={iterationSummary(state, iteration)} />
      </summary>
      {open && <Html markup={iterationBody(state, iteration)} />}
    </details>
  );
}
