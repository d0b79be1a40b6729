import type { ListState } from '../../../core/tasks/state.ts';
import { html, raw } from '../html/markup.ts';
import { reportAsset } from '../html/page.ts';
import { bakeOffTables, listHead, notRequired, tasksGraph, tasksTable } from './list-sections.ts';

/** The report of a list as one page without scripts: its tasks, their graph, their loops, and what each has cost. */
export function listHtml(state: ListState): string {
  const { markup } = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${state.id} · Jumar</title><style>${raw(reportAsset('page.css'))}</style></head><body>
<header class="loop-head">${listHead(state, state.status)}</header>
<main><section aria-labelledby="graph-title"><h2 id="graph-title">Graph</h2>${tasksGraph(state)}</section>
<section aria-labelledby="tasks-title"><h2 id="tasks-title">Tasks</h2>${tasksTable(state, () => null)}${bakeOffTables(state)}${notRequired(state)}</section></main>
<footer><p>Made from the list’s log by Jumar. Everything here comes from the log.</p></footer></body></html>
`;
  return markup;
}
