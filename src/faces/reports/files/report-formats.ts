import type { IterationState, LoopState } from '../../../core/state/state.ts';
import type { GatherOptions } from '../html/gather.ts';

/** The loop to report on, or one iteration of it. */
export interface ReportRequest {
  state: LoopState;
  iteration: IterationState | null;
  folder: string;
  /** Opens the snapshots, for the formats that show them. */
  workspace(): Promise<GatherOptions['workspace']>;
}

type Render = (request: ReportRequest) => Promise<string>;

/** One line per format; each is loaded only when it is asked for. */
export const reportFormats = {
  md: async ({ state, iteration }) => {
    if (iteration) return (await import('../iteration-report.ts')).iterationReport(state, iteration);
    return (await import('../markdown.ts')).completionReport(state);
  },
  html: async ({ state, folder, workspace }) =>
    (await import('../html/html-report.ts')).htmlReport({ state, folder, workspace: await workspace() }),
  json: async ({ state, iteration }) => {
    const { iterationReceipt, receiptOf } = await import('../receipt.ts');
    return `${JSON.stringify(iteration ? iterationReceipt(iteration) : receiptOf(state), null, 2)}\n`;
  },
  csv: async ({ state }) => (await import('../loop-csv.ts')).loopCsv(state),
  junit: async ({ state, iteration }) =>
    (await import('../loop-junit.ts')).loopJunit(state, iteration ?? defaultIteration(state)),
  sarif: async ({ state, iteration }) =>
    (await import('../audit/loop-sarif.ts')).loopSarif(state, iteration ?? defaultIteration(state)),
} satisfies Record<string, Render>;

export type ReportFormat = keyof typeof reportFormats;

/** The best iteration, else the last. */
function defaultIteration(state: LoopState): IterationState {
  const iteration = state.iterations[state.best ?? -1] ?? state.iterations.at(-1);
  if (!iteration) throw new Error(`${state.id} has no iterations yet`);
  return iteration;
}
