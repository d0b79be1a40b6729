import { test } from 'vitest';
import { runAtOnce } from './support/eight-agents.ts';

const EIGHT = Array.from({ length: 8 }, () => 1000);

test('eight at once: no output is lost, and no process or zombie is left', async () => {
  await runAtOnce(EIGHT, 200);
});
