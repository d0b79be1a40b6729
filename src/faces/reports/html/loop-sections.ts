import type { Status } from '../../../core/state/outcome.ts';
import { judgedByHand, judgedLaunches, type LoopState } from '../../../core/state/state.ts';
import { statusWord } from '../../../core/state/status-word.ts';
import { costText } from '../end-rows.ts';
import { byHandText, duration } from '../format.ts';
import { failingText, headlineOf } from '../headline.ts';
import { headlineIteration } from '../headline-iteration.ts';
import { objectiveText } from '../objective.ts';
import { testsText } from '../tests-text.ts';
import { alertsSection } from './alerts-section.ts';
import { iterationsSection } from './iterations-section.ts';
import { html, type Markup } from './markup.ts';
import { peopleSection } from './people-section.ts';
import { recoveriesSection } from './recoveries-section.ts';
import {
  breakdownSection,
  costSection,
  decisionsSection,
  mishapsSection,
  notJudgedSection,
  outcomeSection,
  type Section,
  trajectorySection,
} from './sections.ts';

/** What a loop is called, how it stands and its figures: the head of the report and of the page. */
export function loopHead(state: LoopState, status: Status): Markup {
  return html`<p class="status ${status}">${statusText(state, status)}</p>
<h1>${state.task.split('\n')[0]}</h1><p class="id">${state.id}, ${new Date(state.createdAt).toISOString().slice(0, 16).replace('T', ' ')} UTC</p>
<ul class="figures">${figures(state).map(([name, value]) => html`<li><span class="value">${value}</span> ${name}</li>`)}</ul>
<p class="facts">Done when ${state.criteria.map(({ text }, index) => html`${index > 0 && ' and '}<code>${text}</code>`)}</p>`;
}

/** What stands beside what, if there is room: the report and the page have this order, and their own parts in it. */
export const LAYOUT: readonly (readonly string[])[] = [
  ['outcome', 'trajectory'],
  ['iterations', 'alerts'],
  ['diffs'],
  ['tests'],
  ['breakdown', 'metrics'],
  ['recoveries'],
  ['people'],
  ['problems'],
  ['not-judged'],
  ['decisions'],
  ['cost'],
];

/** Everything that a folded log shows by itself, section by section. */
export function loopSections(state: LoopState, shown: ReadonlySet<number>): Section[] {
  return [
    outcomeSection(state),
    trajectorySection(state, shown),
    iterationsSection(state, shown),
    alertsSection(state),
    ...quietSections(state, shown),
  ];
}

/** Those that need nothing of a reader but to be read. */
export function quietSections(state: LoopState, shown: ReadonlySet<number>): Section[] {
  return [
    breakdownSection(state),
    ...recoveriesSection(state),
    ...peopleSection(state),
    ...mishapsSection(state),
    ...notJudgedSection(state),
    decisionsSection(state, shown),
    costSection(state, shown),
  ];
}

function statusText({ ended }: LoopState, status: Status): string {
  const isSaid = ended === null || ended.ending === status || status === 'blocked' || status === 'crashed';
  return isSaid ? statusWord(status) : `${statusWord(status)}: ${ended.ending}`;
}

function figures(state: LoopState): [string, string][] {
  const { n, word } = headlineIteration(state);
  const iteration = state.iterations[n ?? -1];
  const objective = iteration ? objectiveText(iteration, state) : null;
  const headline = headlineOf(state);
  const failing = headline && failingText(headline);
  const tests = testsText(iteration?.verdicts ?? null);
  return [
    ...(failing ? [['failing tests', failing] as [string, string]] : []),
    ...(objective === null ? [] : [[`objective ${word}`, objective] as [string, string]]),
    [`quality ${word}`, headline?.quality ?? 'unknown'],
    ...(failing ? [] : [['tests passed', tests ?? 'unknown'] as [string, string]]),
    [
      `of ${state.settings.limits.maxIterations} iterations`,
      `${judgedLaunches(state)}${byHandText(judgedByHand(state))}`,
    ],
    ['running time', duration(state.activeMs)],
    ['cost', costText(state)],
    [word, n === null ? 'none yet' : n === 0 ? 'baseline' : `#${n}`],
  ];
}
