import { assembleMetrics, type Collected } from '../collectors/assemble.ts';
import { findCoverage } from '../collectors/coverage/find.ts';
import { readCustom } from '../collectors/custom.ts';
import { detectLinters } from '../collectors/lint/detect.ts';
import { runLinters } from '../collectors/lint/run-linters.ts';
import type { MeasureRequest, Meter } from '../runner/ports.ts';
import { runTool, type Tools } from './tool.ts';

export interface MeterOptions extends Tools {
  /** Size and complexity of the snapshot's files. */
  code(request: MeasureRequest, signal: AbortSignal): Promise<NonNullable<Collected['code']>>;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Linters, type checkers, build and code beside the checks; coverage once the tests have written it. */
export function createMeter(options: MeterOptions): Meter {
  return {
    async measure(request, tests, signal) {
      const since = options.now();
      const { lint, code, build, custom, coverage } = request.settings.metrics;
      const run = (name: string, command: string, timeoutMs?: number) =>
        runTool(options, request, { name, command, ...(timeoutMs && { timeoutMs }) }, signal);
      const collecting = {
        lint: lint ? linted(request.root, options.env, run) : undefined,
        code: code ? options.code(request, signal) : undefined,
        build: build ? run('build', build) : undefined,
        custom: Promise.all(
          Object.entries(custom).map(async ([name, command]) => readCustom(name, await run(`custom-${name}`, command))),
        ),
        tests,
      };
      const entries = Object.entries(collecting).map(async ([name, value]) => [name, await value] as const);
      const found = Object.fromEntries(await Promise.all(entries)) as {
        [key in keyof typeof collecting]: Awaited<(typeof collecting)[key]>;
      };
      signal.throwIfAborted();
      const covered = coverage === 'off' ? undefined : await findCoverage(request.root, since);
      return assembleMetrics({
        custom: found.custom,
        ...(found.tests && { tests: found.tests.counts }),
        ...(covered && { coverage: covered }),
        ...(found.lint && { lint: found.lint }),
        ...(found.code && { code: found.code }),
        ...(found.build && { build: found.build }),
      });
    },
  };
}

async function linted(
  root: string,
  env: Tools['env'],
  run: (name: string, command: string, timeoutMs: number) => Promise<{ text: string; exitCode: number | null }>,
) {
  const { commands, missing } = await detectLinters(root, env);
  const { metrics } = await runLinters(root, commands, ({ linter, command, timeoutMs }) =>
    run(linter, command, timeoutMs),
  );
  return { ...metrics, unknown: [...metrics.unknown, ...missing] };
}
