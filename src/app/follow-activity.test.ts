import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scoredLoop } from '../../test/support/scored-loop.ts';
import type { Activity } from '../ports/activity.ts';
import { followActivity } from './follow-activity.ts';

test('follows the agent of another process by the end of its output', async () => {
  const iterations = await mkdtemp(join(tmpdir(), 'jumar-activity-'));
  onTestFinished(() => rm(iterations, { recursive: true, force: true }));
  const output = join(iterations, '0001', 'agent.log');
  await mkdir(join(iterations, '0001'));
  await writeFile(output, `first of all\n${'x'.repeat(100)}\n${'noise\n'.repeat(20_000)}reading the parser\n`);
  const texts: string[] = [];
  const collect = (activity: Activity) => {
    if (activity.type === 'agent-activity' && 'text' in activity.event) texts.push(activity.event.text);
  };
  const following = followActivity({ iterations }, collect);
  onTestFinished(() => following.stop());
  const prompt = { file: 'p', sha256: '', chars: 1 };
  following.at(
    scoredLoop({
      iterations: [],
      later: [{ type: 'agent-started', iteration: 1, run: 'r', agent: 'command', prompt }],
    }),
  );
  await expect.poll(() => texts.at(-1), { timeout: 10_000 }).toContain('reading the parser');
  expect(texts.join('\n')).not.toContain('first of all');
  await appendFile(output, 'writing a test\n');
  await expect.poll(() => texts.at(-1), { timeout: 10_000 }).toContain('writing a test');
});
