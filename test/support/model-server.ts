import { onTestFinished } from 'vitest';

/** The scripted model server that real agents are tested against, for the length of one test: a step an answer. */
export async function modelServer(...steps: Record<string, unknown>[]): Promise<string> {
  const path = '../fixtures/models/fake-model-server.mjs';
  const { startFakeModel } = (await import(path)) as {
    startFakeModel(options: unknown): Promise<{ url: string; close(): Promise<void> }>;
  };
  const server = await startFakeModel({ scenario: { steps } });
  onTestFinished(() => server.close());
  return server.url;
}
