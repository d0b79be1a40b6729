import { expect, test } from 'vitest';
import { shareAgents } from './agent-turns.ts';

test('no more runs of an agent than it has slots; those that wait go on in their order', async () => {
  const shared = shareAgents({ claude: 1 }, () => 0);
  const { signal } = new AbortController();
  const first = shared.tryTake('claude');
  expect(shared.tryTake('claude')).toBeNull();
  expect(shared.tryTake('codex')).not.toBeNull();
  const order: string[] = [];
  const waiting = ['a', 'b'].map(async (name) => {
    const end = await shared.take('claude', signal);
    order.push(name);
    return end;
  });
  first?.();
  first?.();
  const end = await waiting[0];
  expect(order).toEqual(['a']);
  end?.();
  (await waiting[1])?.();
  expect(order).toEqual(['a', 'b']);
});

test('a loop that is paused while it waits gives up its place in the queue', async () => {
  const shared = shareAgents({ claude: 1 }, () => 0);
  const held = shared.tryTake('claude');
  const leaving = new AbortController();
  const left = shared.take('claude', leaving.signal);
  const next = shared.take('claude', new AbortController().signal);
  leaving.abort(new Error('paused'));
  await expect(left).rejects.toThrow('paused');
  held?.();
  expect(await next).toBeTypeOf('function');
});
