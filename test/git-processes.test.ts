import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { startCli } from './support/cli.ts';
import { aProject } from './support/project.ts';

/** A git on the PATH that writes down each of its starts; the agent marks its own. */
function countingGit(folder: string) {
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const calls = join(folder, 'calls');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(calls, '');
  writeFileSync(
    join(bin, 'git'),
    `#!/bin/sh\nprintf '%s ' "$@" >> '${calls}'\necho >> '${calls}'\nexec '${real}' "$@"\n`,
  );
  chmodSync(join(bin, 'git'), 0o755);
  return {
    path: `${bin}:${process.env.PATH}`,
    mark: `echo AGENT >> '${calls}'`,
    /** The calls before the first agent run, then those between two. */
    perIteration: () =>
      readFileSync(calls, 'utf8')
        .split('AGENT\n')
        .map((part) => part.split('\n').filter(Boolean)),
  };
}

describe('the number of git processes', () => {
  test.each([
    { room: 'auto', before: 14, first: 6, most: 4 },
    { room: 'in-place', before: 13, first: 6, most: 3 },
  ])('of an iteration stays small: checks in a room ($room)', async (limits) => {
    const { project, home, outside } = aProject({ 'a.js': 'export const a = 1;\n', 'b/c.txt': 'one\n' });
    const { path, mark, perIteration } = countingGit(outside);
    const command = agentScript(outside, `${mark}\necho "$JUMAR_ITERATION" >> b/c.txt`);
    const args = ['run', 'count to nine', '--until', 'grep -q 9 b/c.txt', '--agent-command', command];
    const env = { PATH: path, JUMAR_ROOM_MODE: limits.room };
    const { done } = startCli([...args, '--max-iterations', '5'], { cwd: project, home, env });
    expect((await done).code).toBe(1);
    const [before = [], first = [], ...others] = perIteration();
    expect(others).toHaveLength(4);
    expect(before.length, before.join('\n')).toBeLessThanOrEqual(limits.before);
    expect(before).not.toHaveLength(0);
    // The last part holds the end of the loop too.
    const counts = others.slice(0, -1).map((calls) => calls.length);
    expect(Math.max(...counts), others[1]?.join('\n')).toBeLessThanOrEqual(limits.most);
    expect(first.length, first.join('\n')).toBeLessThanOrEqual(limits.first);
  });
});
