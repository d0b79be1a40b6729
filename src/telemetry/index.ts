import type { Recorded } from '../core/state/events.ts';
import type { LoopState } from '../core/state/state.ts';
import type { Exporter } from './otlp.ts';
import { telemetryOf } from './spans.ts';

export interface Telemetry {
  observe(record: Recorded, state: LoopState): void;
  close(): Promise<void>;
}

/**
 * What a session's events say to a receiver of OTLP; nothing without one. The SDK is loaded only then; if it cannot be, a note says
 * so, and the loop goes on. Nothing here waits for the receiver.
 */
export async function openTelemetry(
  url: string | undefined,
  { version, startedAt, note }: { version: string; startedAt: number; note: (text: string) => void },
): Promise<Telemetry> {
  if (url === undefined) return { observe: () => {}, close: async () => {} };
  const exporter = await load(url, { version, startedAt }).catch((error: Error) => {
    note(`no telemetry: the OpenTelemetry SDK cannot be loaded (${error.message})`);
    return null;
  });
  return {
    observe(record, state) {
      if (exporter === null) return;
      const { spans, metrics } = telemetryOf(record, state, startedAt);
      exporter.spans(spans);
      exporter.metrics(metrics);
    },
    close: async () => exporter?.close(),
  };
}

async function load(url: string, options: { version: string; startedAt: number }): Promise<Exporter> {
  const { openOtlp } = await import('./otlp.ts');
  return openOtlp(url, options);
}
