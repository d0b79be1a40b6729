import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { LoopState } from '../../../core/state/state.ts';
import { packageRoot } from '../../../system/package-root.ts';
import type { Payload } from '../../report-page/payload.ts';
import { LAYOUT, loopHead, loopSections } from './loop-sections.ts';
import { html, type Markup, raw } from './markup.ts';
import type { Section } from './sections.ts';
import { shownNote } from './shown-iterations.ts';

/** The whole report as one file without network access: its content security policy forbids it. */
export function reportPage(state: LoopState, payload: Payload, shown: ReadonlySet<number>): string {
  const byId = new Map([...loopSections(state, shown), heatMap, diffs].map((section) => [section.id, section]));
  const rows = LAYOUT.map((ids) => ids.flatMap((id) => byId.get(id) ?? [])).filter((row) => row.length > 0);
  const { markup } = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${state.id} · Jumar</title><style>${raw(reportAsset('page.css'))}</style></head>
<body data-kept="${state.best ?? 0}"><a class="skip" href="#main">Skip to the report</a>
<header class="loop-head">${loopHead(state, state.status)}</header>
${sectionNav(rows.flat())}
<main id="main" tabindex="-1">${shownNote(state, shown)}${rows.map((row) => html`<div class="pair">${row.map(sectionMarkup)}</div>`)}</main>
<footer><p>Made from the loop’s log by Jumar. Everything here comes from the log.</p></footer>
<script type="application/octet-stream" id="payload">${raw(pack(payload))}</script>
<script type="module">${raw(reportAsset('page.js').replaceAll('</script', '<\\/script'))}</script>
</body></html>
`;
  return markup;
}

function sectionNav(sections: readonly Section[]): Markup {
  return html`<nav aria-label="Sections"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`;
}

function sectionMarkup({ id, title, body }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${body}</section>
`;
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

/** Base64 of deflated JSON: a fifth of the size, and no characters that HTML would interpret. */
function pack(payload: Payload): string {
  return deflateRawSync(JSON.stringify(payload), { level: 9 }).toString('base64');
}

/** The style sheet or the script that reports carry inside. */
export function reportAsset(name: 'page.css' | 'page.js'): string {
  return readFileSync(join(packageRoot(), 'dist', 'report', name), 'utf8');
}
