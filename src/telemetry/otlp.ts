import { context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { MetricFact, SpanFact } from './spans.ts';

/** Where facts go. Neither rejects nor waits for the receiver, but for `close`, which waits this long at the most. */
export interface Exporter {
  /** Spans of iterations are begun by what they hold, which ends first. */
  spans(facts: readonly SpanFact[]): void;
  metrics(facts: readonly MetricFact[]): void;
  close(): Promise<void>;
}

const PATIENCE_MS = 1000;
const COUNTERS: Record<MetricFact['name'], { unit: string; isHistogram?: true }> = {
  'jumar.iterations': { unit: '{iteration}' },
  'jumar.cost': { unit: 'USD' },
  'jumar.caught': { unit: '{finding}' },
  'jumar.time_to_verified': { unit: 's', isHistogram: true },
  'gen_ai.client.token.usage': { unit: '{token}', isHistogram: true },
};

/** Exports by OTLP over HTTP, as JSON, with the official SDK. Loading this file loads the SDK. */
export function openOtlp(url: string, { version, startedAt }: { version: string; startedAt: number }): Exporter {
  const base = url.replace(/\/+$/, '');
  const resource = resourceFromAttributes({ 'service.name': 'jumar', 'service.version': version });
  const timeout = { timeoutMillis: PATIENCE_MS };
  const traces = new TracerProvider({
    resource,
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${base}/v1/traces`, ...timeout }) }),
    ],
  });
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${base}/v1/metrics`, ...timeout }),
    exportIntervalMillis: 60_000,
    exportTimeoutMillis: PATIENCE_MS,
  });
  const meters = new MeterProvider({ resource, readers: [reader] });
  const tracer = traces.getTracer('jumar', version);
  const meter = meters.getMeter('jumar', version);
  const instruments = new Map(
    Object.entries(COUNTERS).map(([name, { unit, isHistogram }]) => {
      const histogram = isHistogram ? meter.createHistogram(name, { unit }) : null;
      const counter = isHistogram ? null : meter.createCounter(name, { unit });
      const add = (value: number, attributes: MetricFact['attributes']) =>
        histogram ? histogram.record(value, attributes) : counter?.add(value, attributes);
      return [name, add] as const;
    }),
  );
  const root = tracer.startSpan('loop', { startTime: startedAt });
  const open = new Map<string, Span>();
  const within = (parent: Span) => trace.setSpan(context.active(), parent);
  const spanOf = (id: string, name: string, at: number): Span => {
    const known = open.get(id) ?? tracer.startSpan(name, { startTime: at }, within(root));
    open.set(id, known);
    return known;
  };

  return {
    spans(facts) {
      for (const { id, parent, name, startedAt: from, endedAt, attributes, problem } of facts) {
        const span =
          id === 'loop'
            ? root
            : parent === null
              ? spanOf(id, name, from)
              : tracer.startSpan(name, { startTime: from }, within(spanOf(parent, parent.replace('-', ' '), from)));
        span.setAttributes(attributes);
        if (problem !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: problem });
        span.end(endedAt);
        if (parent === null) open.delete(id);
      }
    },
    metrics(facts) {
      for (const { name, value, attributes } of facts) instruments.get(name)?.(value, attributes);
    },
    async close() {
      const closing = Promise.allSettled([traces.shutdown(), meters.shutdown()]);
      await Promise.race([closing, after(PATIENCE_MS)]);
    },
  };
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
