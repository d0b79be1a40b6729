import type { SSEStreamingApi } from 'hono/streaming';

const HEARTBEAT_MS = 15_000;

interface Watch {
  signal: AbortSignal;
  /** Resolves when the signal has fired. */
  closed: Promise<void>;
  end(): void;
}

/** Fires when the reader leaves or the server closes; until then it sends a sign of life, which also finds a dead connection. */
export function untilClosed(stream: SSEStreamingApi, closing: AbortSignal): Watch {
  const controller = new AbortController();
  const end = () => controller.abort();
  stream.onAbort(end);
  closing.addEventListener('abort', end, { once: true });
  if (closing.aborted) end();
  const heartbeat = setInterval(() => void stream.write(': alive\n\n'), HEARTBEAT_MS);
  const closed = new Promise<void>((resolve) => {
    const over = () => {
      clearInterval(heartbeat);
      closing.removeEventListener('abort', end);
      resolve();
    };
    if (controller.signal.aborted) over();
    else controller.signal.addEventListener('abort', over, { once: true });
  });
  return { signal: controller.signal, closed, end };
}
