import { assembleMetrics, type Collected } from '../collectors/assemble.ts';
import { coverageInTree } from '../collectors/coverage/in-tree.ts';
import { readCustom } from '../collectors/custom.ts';
import { customMetric } from '../core/metrics/custom-metric.ts';
import type { Checked, MeasureRequest, Meter } from '../ports/index.ts';
import { type MeasuredCoverage, measureCoverage } from './coverage.ts';
import { measureLint } from './lint.ts';
import { measuredFrom, type RunTool, runTool, type Tools } from './tool.ts';

export interface MeterOptions extends Tools {
  /** Size and complexity of the snapshot's files. */
  code(request: MeasureRequest, signal: AbortSignal): Promise<NonNullable<Collected['code']>>;
  /** The snapshot's files: what no file of it is about does not count as coverage. */
  paths(request: MeasureRequest): Promise<readonly string[]>;
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * Runs linters, type checkers and code metrics in parallel with the checks. Then, one after another, what may write or
 * read the same files: the build, coverage, and custom metrics, which may measure the build's output.
 */
export function createMeter(options: MeterOptions): Meter {
  return {
    async measure(request, checks, signal) {
      const since = options.now();
      const run: RunTool = (tool) => runTool(options, request, tool, signal);
      const [checked, lint, code] = await Promise.all([
        checks,
        measureLint(request, options.env, run),
        request.settings.metrics.code ? options.code(request, signal) : undefined,
      ]);
      signal.throwIfAborted();
      const { build, costMs: buildMs } = await measureBuild(request, checked, run);
      const costMs = { ...lint?.costMs, ...(buildMs !== undefined && { build: buildMs }) };
      const measured = await measureCoverage(request, checked, { since, env: options.env, now: options.now, run });
      const coverage =
        typeof measured === 'object' ? inTree(measured, await options.paths(request), request) : measured;
      if (typeof coverage === 'object') request.reportFiles?.(coverage.files);
      const custom = await measureCustom(request, run);
      signal.throwIfAborted();
      return assembleMetrics({
        custom,
        ...testsOf(checked),
        ...(coverage && { coverage }),
        ...(lint && { lint }),
        ...(code && { code }),
        ...(build && { build }),
        ...(Object.keys(costMs).length > 0 && { costMs }),
      });
    },
  };
}

function inTree(measured: MeasuredCoverage, paths: readonly string[], { root }: MeasureRequest) {
  const { report, left } = coverageInTree(measured, paths, root);
  if (left.length === 0) return measured;
  const names = `${left.slice(0, MAX_NAMED).join(', ')}${left.length > MAX_NAMED ? ` and ${left.length - MAX_NAMED} more` : ''}`;
  if (!report) return `the report is about no file of the tree: ${names}`;
  return {
    ...measured,
    ...report,
    leftOut: `not counted, because ${left.length === 1 ? 'it is' : 'they are'} no file of the tree: ${names}`,
  };
}

const MAX_NAMED = 5;

/** Zero tests count only if the runner said so. If tests could not be loaded or the run crashed, the count is unknown. */
function testsOf({ tests, testsProblem, testsDoubt }: Checked): Pick<Collected, 'tests' | 'testsDoubt'> {
  const isUncounted = tests?.counts.total === 0 && testsDoubt !== undefined && testsDoubt.kind !== 'no-tests';
  const counts = tests && !isUncounted ? tests.counts : testsProblem;
  return { ...(counts && { tests: counts }), ...(testsDoubt && { testsDoubt }) };
}

/** If one of the checks is the build, it is not run again. */
async function measureBuild(
  { settings, toolchain, cwd, report }: MeasureRequest,
  { runs }: Checked,
  run: RunTool,
): Promise<{ build?: { exitCode: number | null; durationMs: number }; costMs?: number }> {
  const { build } = settings.metrics;
  if (build === false) return {};
  const command = build === true ? toolchain?.build : typeof build === 'string' ? build : build.command;
  if (!command) return {};
  const timeoutMinutes = typeof build === 'object' ? build.timeoutMinutes : undefined;
  const buildCheck = runs?.find((check) => check.command === command);
  if (buildCheck) return { build: buildCheck };
  const toolRun = await run({ name: 'build', command, folder: cwd, timeoutMinutes });
  report?.(measuredFrom('build', command, toolRun.exitCode === 0 ? { ...toolRun, text: '' } : toolRun));
  return { build: toolRun, costMs: toolRun.durationMs };
}

async function measureCustom({ settings, report }: MeasureRequest, run: RunTool) {
  const values: (Record<string, number> | string)[] = [];
  for (const [name, entry] of Object.entries(settings.metrics.custom)) {
    const { command, timeoutMinutes } = customMetric(entry);
    const toolRun = await run({ name: `custom-${name}`, command, timeoutMinutes });
    report?.(measuredFrom(`custom.${name}`, command, toolRun));
    values.push(readCustom(name, toolRun));
  }
  return values;
}
