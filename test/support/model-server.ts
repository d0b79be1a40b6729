import { onTestFinished } from 'vitest';
import { startFakeModel } from '../fixtures/model-server/server.mjs';

/** The scripted model server that real agents are tested against, for the length of one test: a step an answer. */
export async function modelServer(...steps: Record<string, unknown>[]): Promise<string> {
  const server = await startFakeModel({ scenario: { steps } });
  onTestFinished(() => server.close());
  return server.url;
}
