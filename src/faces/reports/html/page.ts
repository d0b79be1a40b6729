import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { judgedByHand, judgedLaunches, type LoopState } from '../../../core/state/state.ts';
import { statusWord } from '../../../core/state/status-word.ts';
import { packageRoot } from '../../../system/package-root.ts';
import type { Payload } from '../../report-page/payload.ts';
import { costText } from '../end-rows.ts';
import { byHandText, duration } from '../format.ts';
import { failingText, headlineOf } from '../headline.ts';
import { headlineIteration } from '../headline-iteration.ts';
import { objectiveText } from '../objective.ts';
import { testsText } from '../tests-text.ts';
import { alertsSection } from './alerts-section.ts';
import { iterationsSection } from './iterations-section.ts';
import { html, raw } from './markup.ts';
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
import { shownNote } from './shown-iterations.ts';

/** The whole report as one file without network access: its content security policy forbids it. */
export function reportPage(state: LoopState, payload: Payload, shown: ReadonlySet<number>): string {
  const sections = [
    outcomeSection(state),
    trajectorySection(state, shown),
    breakdownSection(state),
    heatMap,
    diffs,
    alertsSection(state),
    ...recoveriesSection(state),
    ...peopleSection(state),
    ...mishapsSection(state),
    ...notJudgedSection(state),
    decisionsSection(state, shown),
    iterationsSection(state, shown),
    costSection(state, shown),
  ];
  const { markup } = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${state.id} · Jumar</title><style>${raw(asset('page.css'))}</style></head>
<body data-kept="${state.best ?? 0}"><a class="skip" href="#main">Skip to the report</a>
<header><p class="status ${state.status}">${statusText(state)}</p>
<h1>${state.task.split('\n')[0]}</h1><p class="id">${state.id}, ${new Date(state.createdAt).toISOString().slice(0, 16).replace('T', ' ')} UTC</p>
<ul class="figures">${figures(state).map(([name, value]) => html`<li><span class="value">${value}</span> ${name}</li>`)}</ul></header>
<nav aria-label="Sections"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<main id="main" tabindex="-1">${shownNote(state, shown)}${sections.map(
    ({ id, title, body }) => html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${body}</section>
`,
  )}</main>
<footer><p>Made from the loop’s log by Jumar. Everything here comes from the log.</p></footer>
<script type="application/octet-stream" id="payload">${raw(pack(payload))}</script>
<script type="module">${raw(asset('page.js').replaceAll('</script', '<\\/script'))}</script>
</body></html>
`;
  return markup;
}

const heatMap: Section = {
  id: 'tests',
  title: 'Tests by iteration',
  body: html`<noscript><p>Enable JavaScript to see the heat map.</p></noscript><div id="heat-map"></div>`,
};

const diffs: Section = {
  id: 'diffs',
  title: 'Diffs',
  body: html`<noscript><p>Enable JavaScript to see diffs.</p></noscript><div id="diff"></div>`,
};

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

/** Base64 of deflated JSON: a fifth of the size, and no characters that HTML would interpret. */
function pack(payload: Payload): string {
  return deflateRawSync(JSON.stringify(payload), { level: 9 }).toString('base64');
}

function asset(name: string): string {
  return readFileSync(join(packageRoot(), 'dist', 'report', name), 'utf8');
}

function statusText({ status, ended }: LoopState): string {
  const word = statusWord(status);
  return ended === null || ended.ending === status || status === 'blocked' ? word : `${word}: ${ended.ending}`;
}
