import { isAbsolute, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { isForeignPath } from '../code/skip.ts';
import { findCoverage } from '../coverage/find.ts';
import { type CoverageReport, report } from '../coverage/report.ts';
import { collectV8Coverage } from '../coverage/v8-coverage.ts';
import { v8Folder } from './node.ts';
import type { ProbeContext } from './part.ts';

/** Coverage that a command's own runners were asked for. */
export interface RunnersCoverage {
  report: Pick<CoverageReport, 'lines' | 'branches' | 'tool'> | null;
  /** Why there is none. */
  reason: string | null;
  /** What reading it took; what the run itself was slowed down by comes on top. */
  costMs: number;
}

/** What runners with coverage of their own wrote; else what node wrote of its processes. */
export async function runnersCoverage(context: ProbeContext, root: string): Promise<RunnersCoverage> {
  const started = performance.now();
  const cost = () => Math.round(performance.now() - started);
  if (!context.coverage) return { report: null, reason: 'it was not asked for', costMs: 0 };
  const own = await ownCoverage(context.coverage, root).catch(() => null);
  if (own) return { report: short(own), reason: null, costMs: cost() };
  const { coverage, reason } = await collectV8Coverage(v8Folder(context), root);
  return { report: coverage && short(coverage), reason, costMs: cost() };
}

/** Without what lies in the project and is not its code: some runners cover a virtual environment too. */
async function ownCoverage(folder: string, root: string): Promise<CoverageReport | null> {
  const found = await findCoverage(folder, 0);
  const isOwn = ({ file }: { file: string }) => !isForeignPath(isAbsolute(file) ? relative(root, file) : file);
  return found && report(found.tool, found.files.filter(isOwn));
}

function short({ lines, branches, tool }: CoverageReport) {
  return { lines, branches, tool };
}
