import { expect, test } from 'vitest';
import { main } from '../program.ts';
import type { CommandContext } from './context.ts';

test.each([
  { command: 'run', calls: 1 },
  { command: 'resume', calls: 1 },
  { command: 'report', calls: 0 },
  { command: 'analytics', calls: 0 },
])('$command keeps the heap small: $calls', async ({ command, calls }) => {
  let called = 0;
  const stream = { write: () => true };
  const context = { env: {}, cwd: '/nonexistent', stdout: stream, stderr: stream, beforeLoop: () => called++ };
  expect(await main([command], context as unknown as CommandContext)).not.toBe(0);
  expect(called).toBe(calls);
});
