import { assembleMetrics, type Collected } from '../collectors/assemble.ts';
import { readCustom } from '../collectors/custom.ts';
import { customMetric } from '../core/custom-metric.ts';
import type { Checked, MeasureRequest, Meter } from '../runner/ports.ts';
import { measureCoverage } from './coverage.ts';
import { measureLint } from './lint.ts';
import { type RunTool, runTool, type Tools, toldAs } from './tool.ts';

export interface MeterOptions extends Tools {
  /** Size and complexity of the snapshot's files. */
  code(request: MeasureRequest, signal: AbortSignal): Promise<NonNullable<Collected['code']>>;
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * Linters, type checkers and code beside the checks. Then, one after another, what may write or read the same files: the
 * build, coverage, and custom metrics, which may be about what was built.
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
      const build = await measureBuild(request, checked, run);
      const coverage = await measureCoverage(request, checked, { since, env: options.env, now: options.now, run });
      if (typeof coverage === 'object') request.tellFiles?.(coverage.files);
      const custom = await measureCustom(request, run);
      signal.throwIfAborted();
      return assembleMetrics({
        custom,
        ...testsOf(checked),
        ...(coverage && { coverage }),
        ...(lint && { lint }),
        ...(code && { code }),
        ...(build && { build }),
      });
    },
  };
}

/** None counted is none only where the runner said so: what could not be loaded or died is unknown. */
function testsOf({ tests, testsProblem, testsDoubt }: Checked): Pick<Collected, 'tests' | 'testsDoubt'> {
  const unseen = tests?.counts.total === 0 && testsDoubt !== undefined && testsDoubt.kind !== 'no-tests';
  const counted = tests && !unseen ? tests.counts : testsProblem;
  return { ...(counted && { tests: counted }), ...(testsDoubt && { testsDoubt }) };
}

/** A check that is the build has built: it is not run twice. */
async function measureBuild({ settings, toolchain, cwd, tell }: MeasureRequest, { runs }: Checked, run: RunTool) {
  const { build } = settings.metrics;
  if (build === false) return undefined;
  const command = build === true ? toolchain?.build : typeof build === 'string' ? build : build.command;
  if (!command) return undefined;
  const timeoutMinutes = typeof build === 'object' ? build.timeoutMinutes : undefined;
  const checked = runs?.find((known) => known.command === command);
  if (checked) return checked;
  const ran = await run({ name: 'build', command, folder: cwd, timeoutMinutes });
  tell?.(toldAs('build', command, ran.exitCode === 0 ? { ...ran, text: '' } : ran));
  return ran;
}

async function measureCustom({ settings, tell }: MeasureRequest, run: RunTool) {
  const found: (Record<string, number> | string)[] = [];
  for (const [name, entry] of Object.entries(settings.metrics.custom)) {
    const { command, timeoutMinutes } = customMetric(entry);
    const ran = await run({ name: `custom-${name}`, command, timeoutMinutes });
    tell?.(toldAs(`custom.${name}`, command, ran));
    found.push(readCustom(name, ran));
  }
  return found;
}
