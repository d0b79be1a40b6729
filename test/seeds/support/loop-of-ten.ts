import type { LoopState } from '../../../src/core/state/state.ts';
import type { theSettings } from '../../../src/testing/builders.ts';
import { anInProcessLoop } from '../../support/in-process-loop.ts';

type Settings = Parameters<typeof theSettings>[0];

/** What a real loop of ten tests recorded whose agent leaves the n-th of these, and then the last again: `passed note`. */
export async function loopOf(left: readonly string[], settings: Settings = {}): Promise<LoopState> {
  const at = (n: number) => (left[Math.min(n, left.length) - 1] as string).split(' ') as [string, string];
  const loop = await anInProcessLoop(
    {
      total: 10,
      measures: true,
      settings: { limits: { maxIterations: 20 }, ...settings },
      agent(n) {
        const [passed, note] = at(n);
        loop.put('state.txt', `${passed}\n`);
        loop.put('notes.txt', `${note}\n`);
      },
    },
    { 'state.txt': '4\n' },
  );
  return loop.run();
}

export const alternating = (one: string, other: string) =>
  Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? one : other));
