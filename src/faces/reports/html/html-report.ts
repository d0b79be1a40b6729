import type { GatherOptions } from './gather.ts';
import { gatherPayload } from './gather.ts';
import { reportPage } from './page.ts';
import { shownIterations } from './shown-iterations.ts';

const LIMIT = 1_900_000;
/** Tried in this order, largest first, until the page is small enough. */
const BUDGETS = [
  { sources: 6_000_000, perText: 60_000 },
  { sources: 3_000_000, perText: 16_000 },
  { sources: 1_500_000, perText: 6_000 },
  { sources: 500_000, perText: 2_000 },
  { sources: 0, perText: 500 },
];

/** The report as one HTML file under 2 MB; long texts are shortened if needed. */
export async function htmlReport(options: Omit<GatherOptions, 'budget' | 'shown'>): Promise<string> {
  const shown = shownIterations(options.state);
  let page = '';
  for (const budget of BUDGETS) {
    page = reportPage(options.state, await gatherPayload({ ...options, shown, budget }), shown);
    if (Buffer.byteLength(page) <= LIMIT) break;
  }
  return page;
}
