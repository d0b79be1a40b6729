import { expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import { analyticsOf } from '../../core/analytics/analytics.ts';
import type { Status } from '../../core/state/outcome.ts';
import { reportFormats } from './files/report-formats.ts';

const rows: [Status, { title: string; foot: string; code: number | null; reason: string | null; resume: boolean }][] = [
  ['running', { title: 'RUNNING', foot: 'Still running', code: null, reason: null, resume: false }],
  ['completing', { title: 'COMPLETING', foot: 'Still completing', code: null, reason: null, resume: false }],
  ['crashed', { title: 'CRASHED', foot: 'Crashed: its process is gone', code: null, reason: null, resume: true }],
  ['paused', { title: 'PAUSED', foot: 'Paused', code: 130, reason: 'paused', resume: true }],
];

test.each(rows)('every report shows the status %s', async (status, told) => {
  const state = { ...scoredLoop({ iterations: [{ score: 0.5 }, { score: 0.7 }] }), status };
  const request = { state, iteration: null, folder: '/nowhere', workspace: async () => null };
  const [md, html, json] = await Promise.all([
    reportFormats.md(request),
    reportFormats.html(request),
    reportFormats.json(request).then((text) => JSON.parse(text)),
  ]);
  expect(json).toMatchObject({ status, reason: told.reason, exit_code: told.code });
  expect(analyticsOf(state).status).toBe(status);
  expect(md).toContain(`Jumar: ${told.title}\n`);
  expect(md).toContain(`\n${told.foot}\n`);
  expect(md).toContain(`  status  ${status}, `);
  expect(md).toContain('| 2 (best so far) |');
  expect(html).toContain(`<p class="status ${status}">${status}</p>`);
  expect(html).toContain('<dt>Best so far</dt><dd>iteration 2');
  for (const text of [md, html]) {
    expect(text.includes('jumar resume')).toBe(told.resume);
    expect(text.includes('jumar attach')).toBe(!told.resume);
    expect(text.includes('interrupted')).toBe(status === 'paused');
    expect(text).not.toMatch(/\(kept\)|nothing yet/);
  }
});
