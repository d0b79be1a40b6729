import { findingKey, findingsIn } from '../../../core/findings/blockers.ts';
import { type Raised, raisedIn } from '../../../core/findings/raised.ts';
import type { LoopFinding } from '../../../core/state/finding.ts';
import type { LoopState } from '../../../core/state/state.ts';
import { Result } from './result.tsx';
import { Output } from './scroll.tsx';
import { useAction } from './use-action.ts';

const WEIGHT = { critical: 0, high: 1, medium: 2, low: 3 } as const;

/** Everything that was raised, the most severe first, with the code before and after, and the mark of a person. */
export function Findings({ project, state, readOnly }: { project: string; state: LoopState; readOnly: boolean }) {
  const { busy, done, run } = useAction(project);
  const raised = raisedIn(state).sort((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity]);
  const sources = new Map(
    state.iterations.flatMap((iteration) => findingsIn(iteration).map((one) => [findingKey(one.id), one] as const)),
  );
  return (
    <section aria-labelledby="findings-title">
      <h2 id="findings-title">Findings and alerts</h2>
      {raised.length === 0 && <p>Nothing was raised.</p>}
      {raised.map((one) => (
        <Finding
          key={one.key}
          raised={one}
          source={sources.get(one.key)}
          mark={
            readOnly ? null : (falsePositive) => run({ type: 'mark', loop: state.id, alert: one.key, falsePositive })
          }
          busy={busy}
        />
      ))}
      <Result done={done} />
    </section>
  );
}

interface FindingProps {
  raised: Raised;
  source: LoopFinding | undefined;
  busy: boolean;
  mark: ((falsePositive: boolean) => void) | null;
}

function Finding({ raised, source, mark, busy }: FindingProps) {
  const { severity, type, text, place, iterations, marked, approved, blocking } = raised;
  const settled = marked !== null || approved;
  return (
    <article className={`alert ${severity} ${settled ? 'settled' : ''}`}>
      <h3>
        <span className="severity">{severity}</span> {type.replaceAll('_', ' ')}
        {place && (
          <code>
            {' '}
            {place.path}:{place.line}
          </code>
        )}
      </h3>
      <p>{text}</p>
      <p className="facts">
        {iterations.map((n) => `#${n}`).join(', ')}
        {blocking && !settled && ' · blocks completion'}
        {approved && ' · approved by a person'}
        {marked && ` · marked as a false positive${marked.reason ? `: ${marked.reason}` : ''}`}
      </p>
      {source && (source.excerptBefore || source.excerptAfter) && (
        <div className="sides">
          {(
            [
              ['before', source.excerptBefore],
              ['after', source.excerptAfter],
            ] as const
          ).map(([side, code]) => (
            <figure key={side}>
              <figcaption>{side}</figcaption>
              <Output label={`${side}: ${text}`}>{code || '(nothing)'}</Output>
            </figure>
          ))}
        </div>
      )}
      {mark && !approved && (
        <p className="controls">
          <button type="button" disabled={busy} onClick={() => mark(marked === null)}>
            {marked === null ? 'Mark as a false positive' : 'Take the mark back'}
          </button>
        </p>
      )}
    </article>
  );
}
