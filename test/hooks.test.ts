import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject } from './support/project.ts';

function scene(hooks: Record<string, string | number>, agent = 'echo "$JUMAR_ITERATION" >> state.txt') {
  const lines = Object.entries(hooks).map(([name, command]) => `  ${name}: ${JSON.stringify(command)}`);
  const { project, home, outside } = aProject({
    'state.txt': '0\n',
    '.jumar/config.yaml': `hooks:\n${lines.join('\n')}\n`,
  });
  const command = agentScript(outside, agent);
  const options = { cwd: project, home, env: { ...WITHOUT_ANALYST, OUTSIDE: outside } };
  return {
    project,
    options,
    run: (...more: string[]) =>
      jumar(['run', 'get to two', '--until', 'grep -q 2 state.txt', '--agent-command', command, ...more], options),
    calls: () => {
      const file = join(outside, 'calls');
      return existsSync(file)
        ? readFileSync(file, 'utf8')
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line) as Record<string, unknown>)
        : [];
    },
    events: () => logOf(loopFolders(home)[0] as string).map(({ event }) => event),
  };
}

const NOTE = 'cat >> "$OUTSIDE/calls"';

describe('hooks', () => {
  test('get the event as JSON, each in its time', async () => {
    const names = ['pre_loop', 'pre_iteration', 'post_iteration', 'on_regression', 'on_stop', 'post_loop'];
    const { run, calls } = scene(Object.fromEntries(names.map((name) => [name, NOTE])));
    expect((await run()).code).toBe(0);
    expect(calls().map(({ hook, iteration }) => `${hook} ${iteration}`)).toEqual([
      'pre_loop 0',
      'post_iteration 0',
      'pre_iteration 1',
      'post_iteration 1',
      'pre_iteration 2',
      'post_iteration 2',
      'on_stop 2',
      'post_loop 2',
    ]);
    expect(calls().at(-1)).toMatchObject({ status: 'completed', ended: { ending: 'completed' }, task: 'get to two' });
  });

  test('that fail or hang are told, and nothing else', async () => {
    const { run, events, project } = scene({
      pre_loop: 'exit 9',
      pre_iteration: 'echo scribble > state.txt; sleep 60',
      timeout_seconds: 0.2,
    });
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout).toContain('the preLoop hook failed: exit 9');
    expect(events().filter(({ type, ok }) => type === 'hook-finished' && ok === false)).toHaveLength(3);
    expect(readFileSync(join(project, 'state.txt'), 'utf8')).toBe('0\n1\n2\n');
  });

  test.each([
    { wish: 'continue', code: 1, limit: '2' },
    { wish: 'escalate', code: 4, limit: '9' },
  ])('loop_decision may turn complete into $wish, and no limit is passed', async ({ wish, code, limit }) => {
    const { run, events } = scene({ loop_decision: `echo '{"action":"${wish}","reason":"not on a Friday"}'` });
    expect((await run('--max-iterations', limit)).code).toBe(code);
    const last = events().findLast(({ type }) => type === 'iteration-judged');
    expect(last).toMatchObject({ decision: { reason: expect.stringContaining('not on a Friday') } });
  });

  test('what loop_decision asks is overruled by a person: the loop completes', async () => {
    const friday = `case $(cat) in *'"action":"complete"'*) echo '{"action":"escalate","reason":"not on a Friday"}' ;; esac`;
    const { run, options } = scene({ loop_decision: friday });
    expect((await run()).code).toBe(4);
    expect((await jumar(['gate', 'approve'], options)).code).toBe(0);
    expect((await jumar(['resume'], options)).code).toBe(0);
  });

  test('loop_decision cannot make a loop complete', async () => {
    const { run } = scene({ loop_decision: `echo '{"action":"complete"}'` }, 'echo x >> state.txt');
    expect((await run('--max-iterations', '1')).code).toBe(1);
  });
});
