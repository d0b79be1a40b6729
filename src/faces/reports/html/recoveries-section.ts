import type { LoopState } from '../../../core/state/state.ts';
import { recoveryHead, recoveryRows } from '../recovery-rows.ts';
import { html, type Markup, table } from './markup.ts';
import type { Section } from './sections.ts';

/** One row per recovery: pause, diagnose, adapt, retry, escalate. Omitted if there are none. */
export function recoveriesSection(state: LoopState): Section[] {
  const rows = recoveryRows(state).map(({ attempt, iteration, cause, outcome, ...row }, index) => [
    attempt,
    html`<a href="#iteration-${iteration.slice(1)}">${iteration}</a>`,
    row.trigger,
    html`${cause}${evidence(state.recoveries[index]?.evidence ?? [])}`,
    row.adapted,
    row.retry,
    html`<strong>${outcome}</strong>`,
  ]);
  if (rows.length === 0) return [];
  return [{ id: 'recoveries', title: 'Recoveries', body: table('Recoveries', recoveryHead, rows) }];
}

function evidence(facts: readonly string[]): Markup | false {
  return facts.length > 0 && html`<ul>${facts.map((fact) => html`<li>${fact}</li>`)}</ul>`;
}
