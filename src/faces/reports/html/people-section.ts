import type { LoopState } from '../../../core/state/state.ts';
import { decisionRows } from '../human-decisions.ts';
import { html, type Markup, table } from './markup.ts';
import type { Section } from './sections.ts';

/** Answers at gates, marks and overrides; omitted if there are none. */
export function peopleSection(state: LoopState): Section[] {
  const rows = decisionRows(state).map(({ at, iteration, what, who, reason, about }) => [
    at,
    iteration,
    html`<strong>${what}</strong>`,
    who,
    reason,
    listOf(about),
  ]);
  if (rows.length === 0) return [];
  const head = ['When', 'Iteration', 'Decision', 'By', 'Reason', 'About'];
  return [{ id: 'people', title: 'Decisions by people', body: table('Answers, marks and overrides', head, rows) }];
}

function listOf(about: readonly string[]): Markup | string {
  if (about.length <= 1) return about[0] ?? '';
  return html`<ul>${about.map((text) => html`<li>${text}</li>`)}</ul>`;
}
