import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { AppContext } from '../../app/context.ts';
import { createServer } from './server.ts';

/** Serves on stdin and stdout until the client closes stdin or the signal fires. Nothing else may be written to stdout. */
export async function serveStdio(
  context: AppContext,
  options: { isReadOnly: boolean },
  signal: AbortSignal,
): Promise<void> {
  const server = createServer(context, options);
  await server.connect(new StdioServerTransport());
  await new Promise<void>((resolve) => {
    process.stdin.on('end', resolve).on('close', resolve);
    signal.addEventListener('abort', () => resolve());
    if (signal.aborted) resolve();
  });
  await server.close();
}
