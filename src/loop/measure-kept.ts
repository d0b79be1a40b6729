import type { DeferrablePart } from '../core/metrics/metrics.ts';
import { deferredIn, whyDeferred } from '../core/quality/deferred.ts';
import type { LoopEvent } from '../core/state/events.ts';
import type { LoopState } from '../core/state/state.ts';
import type { StepOf } from '../core/state/step.ts';
import type { Ports } from '../ports/index.ts';

/** An end that a person or the clock wants now. */
const AT_ONCE = new Set<StepOf<'end'>['ending']>(['aborted', 'time-limit']);

/**
 * Measures of the kept iteration what was too slow for every iteration. In place it would change the workspace, which
 * holds what is kept, so there it stays unknown.
 */
export async function* measureKept(
  { best, ending }: StepOf<'end'>,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
) {
  const iteration = state.iterations[best ?? 0];
  const first = state.iterations[0]?.metrics;
  const { snapshot, metrics } = iteration ?? {};
  const parts = deferredIn(state).filter((part) => metrics?.[part] === null);
  const isDue = iteration && iteration.n > 0 && snapshot && metrics && parts.length > 0;
  if (!isDue || !first || AT_ONCE.has(ending) || state.room.kind === 'in place') return;
  const began = ports.now();
  const { lint, types, build } = state.settings.metrics;
  const only = {
    lint: parts.includes('lint') && lint,
    types: parts.includes('types') && types,
    build: parts.includes('build') && build,
  };
  const settings = {
    ...state.settings,
    metrics: { ...state.settings.metrics, ...only, code: false, coverage: 'off' as const, custom: {} },
  };
  const measured = await ports.room.judge(snapshot.commit, (place) =>
    ports.meter.measure(
      {
        ...place,
        run: ports.runId(),
        commit: snapshot.commit,
        settings,
        criteria: [],
        ...(state.toolchain && { toolchain: state.toolchain }),
        outputPath: (name) => ports.files.path(iteration.n, `measure-${name}.log`),
      },
      Promise.resolve({ tests: null }),
      signal,
    ),
  );
  const why = parts.map((part) => whyDeferred(part, first));
  const unknown = [...metrics.unknown.filter((reason) => !why.includes(reason)), ...measured.unknown];
  const isDeferred = (part: DeferrablePart) => parts.includes(part);
  yield {
    type: 'kept-measured',
    iteration: iteration.n,
    metrics: {
      lint: isDeferred('lint') ? measured.lint : metrics.lint,
      types: isDeferred('types') ? measured.types : metrics.types,
      build: isDeferred('build') ? measured.build : metrics.build,
      unknown,
    },
    durationMs: ports.now() - began,
  } satisfies LoopEvent;
}
