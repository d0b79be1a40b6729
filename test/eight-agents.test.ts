import { test } from 'vitest';
import { runAtOnce } from './support/eight-agents.ts';

test('eight at once: no output is lost, and no process or zombie is left', async () => {
  await runAtOnce(
    1000,
    Array.from({ length: 8 }, () => 200),
  );
});
