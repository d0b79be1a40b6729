import { type UIEvent, useEffect, useRef } from 'react';
import { currentIteration, type LoopState } from '../../../core/state/state.ts';
import { plainText } from '../../../core/text/plain-text.ts';
import type { Activity } from '../../../ports/activity.ts';
import { duration } from '../../reports/format.ts';
import { numbered } from './numbered.ts';
import { Scroll } from './scroll.tsx';

/** What is going on in this moment: what the agent reads, edits, runs and says, or which step runs. */
export function NowPanel({ state, activities }: { state: LoopState; activities: readonly Activity[] }) {
  const list = useRef<HTMLElement>(null);
  const isFollowing = useRef(true);
  const lines = activities.flatMap(lineOf).slice(-200);
  useEffect(() => {
    // Follows the end, unless the person has scrolled up.
    const place = list.current;
    if (place && isFollowing.current) place.scrollTop = place.scrollHeight;
  });
  const onScroll = (event: UIEvent<HTMLElement>) => {
    const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
    isFollowing.current = scrollHeight - scrollTop - clientHeight < 60;
  };
  return (
    <section aria-labelledby="now-title">
      <h2 id="now-title">Now: {stepText(state)}</h2>
      {lines.length === 0 && <p className="soft">Nothing to show of this step yet.</p>}
      {lines.length > 0 && (
        <Scroll className="activity" place={list} onScroll={onScroll} label="What the agent does">
          <ol>
            {numbered(lines).map(({ key, item: line }) => (
              <li key={key} className={line.kind}>
                {line.text}
              </li>
            ))}
          </ol>
        </Scroll>
      )}
    </section>
  );
}

function stepText(state: LoopState): string {
  const current = currentIteration(state);
  if (state.gate) return 'waiting for a person';
  if (state.waiting)
    return `waiting until ${new Date(state.waiting.until).toLocaleTimeString('en-GB')}: ${state.waiting.reason}`;
  if (!current?.snapshot) {
    if (!current || current.n === 0) return 'reading the baseline';
    return current.agent
      ? `taking the snapshot of #${current.n}`
      : `${current.by ?? state.agent.name} at work on #${current.n}`;
  }
  if (!current.verdicts) return `checking ${current.n === 0 ? 'the baseline' : `#${current.n}`}`;
  if (!current.decision) return `judging ${current.n === 0 ? 'the baseline' : `#${current.n}`}`;
  return `preparing #${current.n + 1}`;
}

function lineOf(activity: Activity): { kind: string; text: string }[] {
  if (activity.type === 'check-activity')
    return [{ kind: 'check', text: `${activity.command} ${duration(activity.ms)} ${activity.lines.at(-1) ?? ''}` }];
  if (activity.type !== 'agent-activity') return [];
  const { event } = activity;
  switch (event.type) {
    case 'tool-started':
      return [{ kind: 'tool', text: event.subject ? `${event.tool} ${event.subject}` : event.tool }];
    case 'tool-ended':
      return event.output ? [{ kind: 'output', text: plainText(event.output) }] : [];
    case 'text':
    case 'raw':
      return event.text.trim() ? [{ kind: 'said', text: plainText(event.text) }] : [];
    case 'file-changed':
      return [{ kind: 'tool', text: `changed ${event.path}` }];
    case 'error':
    case 'retry':
      return [{ kind: 'bad', text: event.fault.message }];
    default:
      return [];
  }
}
