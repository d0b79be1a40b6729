import { loopEntryIn, readEntry } from '../../../app/loop-reading.ts';
import { openSnapshots } from '../../../app/snapshots.ts';
import { UsageError } from '../../../system/usage-error.ts';
import { gatherPayload } from '../../reports/html/gather.ts';
import type { Route } from '../routes.ts';

const at = '/api/v1/projects/:project/loops/:loop';
const MAX_TEXT = 400_000;
const MAX_SOURCES = 8_000_000;

/** Prompt and output of an iteration. */
export const iterationTexts: Route = {
  method: 'get',
  path: `${at}/iterations/:n/texts`,
  summary: 'The prompt of an iteration and what its agent printed; the middle of a long text is left out.',
  answers: '{prompt, transcript}',
  add: (app, { env }) =>
    void app.get(`${at}/iterations/:n/texts`, async (c) => {
      const { entry, state } = await readEntry(await loopEntryIn({ env }, c.req.param('project'), c.req.param('loop')));
      const iteration = state.iterations[numberOf(c.req.param('n'))];
      if (!iteration) throw new UsageError(`${entry.id} has no iteration ${c.req.param('n')}`);
      const payload = await gatherPayload({
        state,
        shown: new Set([iteration.n]),
        folder: entry.paths.folder,
        workspace: null,
        budget: { sources: 0, perText: MAX_TEXT },
      });
      return c.json(payload.texts[iteration.n] ?? { prompt: null, transcript: null });
    }),
};

/** What differs between two iterations. */
export const loopDiff: Route = {
  method: 'get',
  path: `${at}/diff`,
  summary:
    'The files that differ between two iterations (`from`, `to`), in both versions. `jumar diff` shows the same.',
  answers: '{compared, files, notes}',
  add: (app, { env }) =>
    void app.get(`${at}/diff`, async (c) => {
      const { entry, state } = await readEntry(await loopEntryIn({ env }, c.req.param('project'), c.req.param('loop')));
      const sides = [c.req.query('from'), c.req.query('to')].map((n) => state.iterations[numberOf(n ?? '')]);
      const [from, to] = sides;
      if (!from?.snapshot || !to?.snapshot)
        throw new UsageError(
          '`from` and `to` must be iterations with a snapshot',
          `0 to ${state.iterations.length - 1}`,
        );
      const { compared, files, notes } = await gatherPayload({
        state,
        shown: new Set([from.n, to.n]),
        folder: entry.paths.folder,
        workspace: await openSnapshots({ project: entry.project, loop: entry.id }),
        budget: { sources: MAX_SOURCES, perText: 0 },
      });
      // The payload has the earlier one first, whatever was asked for.
      if (from.n === to.n) return c.json({ compared, files: [], notes });
      const ordered = from.n < to.n ? files : files.map((file) => ({ ...file, at: file.at.toReversed() }));
      return c.json({ compared, files: ordered, notes });
    }),
};

/** The status of each test in each iteration. */
export const loopTests: Route = {
  method: 'get',
  path: `${at}/tests`,
  summary:
    'The status of each test in each iteration: a row a test, a letter an iteration (p, f, s, or a space if it did not run).',
  answers: '{iterations, rows}',
  add: (app, { env }) =>
    void app.get(`${at}/tests`, async (c) => {
      const { entry, state } = await readEntry(await loopEntryIn({ env }, c.req.param('project'), c.req.param('loop')));
      const { tests } = await gatherPayload({
        state: { ...state, iterations: state.iterations.map((one) => ({ ...one, prompt: null, agent: null })) },
        shown: new Set(state.iterations.map(({ n }) => n)),
        folder: entry.paths.folder,
        workspace: null,
        budget: { sources: 0, perText: 0 },
      });
      return c.json(tests);
    }),
};

function numberOf(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}
