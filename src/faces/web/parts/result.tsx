import { Output } from './scroll.tsx';
import type { Done } from './use-action.ts';

/** The command that was run, and what it said. */
export function Result({ done }: { done: Done | null }) {
  return (
    <div role="status" className="result">
      {done && (
        <>
          {done.command && (
            <p className="facts">
              <code>$ {done.command}</code>
            </p>
          )}
          {done.text && (
            <Output label="What it said" isBad={!done.ok}>
              {done.text}
            </Output>
          )}
        </>
      )}
    </div>
  );
}
