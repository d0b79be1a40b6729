import type { ListState } from '../../../core/tasks/state.ts';
import { listHtml } from './list-html.ts';
import { listJson } from './list-json.ts';
import { listJunit } from './list-junit.ts';
import { listMarkdown } from './list-markdown.ts';

type ListReport = (reading: { state: ListState; owner: number | null }) => string;

export const listReports: Record<'md' | 'html' | 'json' | 'junit', ListReport> = {
  md: ({ state }) => listMarkdown(state),
  html: ({ state }) => listHtml(state),
  json: (reading) => `${JSON.stringify(listJson(reading), null, 2)}\n`,
  junit: ({ state }) => listJunit(state),
};
