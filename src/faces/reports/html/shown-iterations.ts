import type { IterationState, LoopState } from '../../../core/state/state.ts';
import { headlineIteration } from '../headline-iteration.ts';
import { html, type Markup } from './markup.ts';

/** So many fit into a page that a browser opens at once. */
const MOST = 200;

/**
 * The iterations that the page shows one by one. Of a long loop: the baseline, what is kept, the latest half, then what
 * became best and what was rolled back, the latest first.
 */
export function shownIterations(state: LoopState, most = MOST): ReadonlySet<number> {
  const { iterations } = state;
  if (iterations.length <= most) return new Set(iterations.map(({ n }) => n));
  const latestFirst = [...iterations].reverse();
  const wanted = [
    0,
    headlineIteration(state).n ?? 0,
    ...latestFirst.slice(0, most / 2).map(({ n }) => n),
    ...latestFirst.filter((one) => becameBest(state, one) || one.decision?.action === 'rollback').map(({ n }) => n),
    ...latestFirst.map(({ n }) => n),
  ];
  const shown = new Set<number>();
  for (const n of wanted) if (shown.size < most) shown.add(n);
  return shown;
}

/** Names what the page leaves out; nothing if it shows all. */
export function shownNote({ iterations }: LoopState, shown: ReadonlySet<number>): Markup | false {
  if (shown.size >= iterations.length) return false;
  const [some, all] = [shown.size, iterations.length].map((count) => count.toLocaleString('en'));
  return html`<p class="facts">This page shows ${some} of ${all} iterations: the baseline, what is kept, the latest, and others that became best or were rolled back. The chart has all of them; so has <code>jumar report --format csv</code>, and <code>jumar show &lt;iteration&gt;</code> shows any one.</p>`;
}

function becameBest({ iterations }: LoopState, { n, best }: IterationState): boolean {
  return best === n && iterations[n - 1]?.best !== n;
}
