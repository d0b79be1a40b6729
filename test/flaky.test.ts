import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject } from './support/project.ts';

/** A check that passes and fails in turns, whatever the tree: it counts its runs outside. */
function scene(check: string, agent: string) {
  const { project, home, outside } = aProject({ 'value.txt': '0\n', 'check.sh': check });
  const command = agentScript(outside, `cat > "${outside}/prompt-$JUMAR_ITERATION"\n${agent}`);
  return {
    run: (...more: string[]) =>
      jumar(['run', 'count up', '--until', 'sh check.sh', '--agent-command', command, ...more], {
        cwd: project,
        home,
        env: { ...WITHOUT_ANALYST, OUTSIDE: outside, JUMAR_CHECKS_ENV: 'OUTSIDE' },
      }),
    events: () => logOf(loopFolders(home)[0] as string).map(({ event }) => event),
    prompt: (n: number) => readFileSync(join(outside, `prompt-${n}`), 'utf8'),
  };
}

const COUNT = 'echo x >> "$OUTSIDE/runs"; n=$(wc -l < "$OUTSIDE/runs")';

describe('a result that flips on the same tree', () => {
  test('is never success where confirmation was asked for', async () => {
    // Fails at the baseline, passes at every second run from then on.
    const { run, events, prompt } = scene(`${COUNT}\ntest $((n % 2)) = 0\n`, 'echo "$JUMAR_ITERATION" >> value.txt');
    const { code, stdout } = await run('--max-iterations', '2');
    expect(code).toBe(0);
    const again = scene(`${COUNT}\ntest $((n % 2)) = 0\n`, 'echo "$JUMAR_ITERATION" >> value.txt');
    expect(stdout).not.toContain('flaky');
    const confirmed = await again.run('--max-iterations', '2', '--confirm', '2');
    expect(confirmed.code).not.toBe(0);
    expect(confirmed.stdout).toContain('flaky on the same tree: sh check.sh');
    expect(again.events().find(({ type }) => type === 'checks-repeated')).toMatchObject({
      times: 2,
      flaky: ['sh check.sh'],
      verdicts: [{ outcome: 'fail', flaky: true }],
    });
    expect(again.prompt(2)).toContain('**Flaky');
    expect(events().some(({ type }) => type === 'checks-repeated')).toBe(false);
    expect(prompt(1)).not.toContain('Flaky');
  });

  test('is told from a broken one by a single rerun, and raises no alarm', async () => {
    // TAP of two tests: the first fails until iteration 3, the second in the third run only.
    const check = `${COUNT}
v=$(tail -n 1 value.txt)
echo TAP version 13
if [ "$v" = 3 ]; then echo "ok 1 - goal"; else echo "not ok 1 - goal"; fi
if [ "$n" = 3 ]; then echo "not ok 2 - steady"; else echo "ok 2 - steady"; fi
echo 1..2
[ "$v" = 3 ] && [ "$n" != 3 ]
`;
    const { run, events, prompt } = scene(check, 'echo "$JUMAR_ITERATION" >> value.txt');
    const { code, stdout } = await run('--max-iterations', '4');
    expect(prompt(3)).toContain('**Flaky');
    expect(prompt(3)).not.toMatch(/broke \d|undo what broke/);
    const repeated = events().filter(({ type }) => type === 'checks-repeated');
    expect(repeated).toHaveLength(1);
    expect(repeated[0]).toMatchObject({ iteration: 2, times: 1, flaky: [expect.stringContaining('steady')] });
    const judged = events().find(({ type, iteration }) => type === 'iteration-judged' && iteration === 2);
    expect(judged).not.toMatchObject({ decision: { reason: expect.stringContaining('passed before') } });
    expect(stdout).toContain('flaky on the same tree');
    expect(code).toBe(0);
  });
});
