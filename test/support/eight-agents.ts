import { expect } from 'vitest';
import { readStat } from '../../src/process/stat.ts';
import { markedProcesses } from '../../src/process/strays.ts';
import { eventsIn, startCli } from './cli.ts';
import { peakDuring } from './peak-memory.ts';
import { CHECK, standInScene } from './stand-in-scene.ts';
import { CLAUDE } from './stand-ins.ts';

/**
 * Runs one loop for each number at the same time. Its agent uses a tool so many times, with `chars` characters each time.
 * Nothing that it says may be lost and nothing of it be left, not even a zombie. Gives the peak memory of each loop's
 * process, null where the platform does not tell.
 */
export function runAtOnce(counts: readonly number[], chars: number): Promise<(number | null)[]> {
  return Promise.all(
    counts.map(async (lines) => {
      const talk = `for (let n = 0; n < ${lines}; n++) use('Bash', { command: 'true', why: 'x'.repeat(${chars}) + n });`;
      const body = `${CLAUDE} init(); ${talk} fs.writeFileSync('hello.txt', 'hello'); end();`;
      const { project, home, env, launches } = standInScene({ claude: body });
      const { child, done } = startCli(['run', 'make hello', '--until', CHECK, '--json'], {
        cwd: project,
        home,
        env: { ...env, JUMAR_AGENT_MAX_STEPS: '100000', JUMAR_AGENT_SANDBOX: 'none' },
      });
      const peak = await peakDuring(child.pid as number, done);
      const { code, stdout, stderr } = await done;
      expect(code, stderr).toBe(0);
      const events = eventsIn(stdout);
      expect(events.filter(isToolStart)).toHaveLength(lines);
      const run = events.find(({ type }) => type === 'agent-finished');
      expect(run).toMatchObject({ outcome: 'ok', strays: 0 });
      expect(markedProcesses(String(run?.run))).toEqual([]);
      expect(launches('claude').map(({ pid }) => readStat(pid))).toEqual([null]);
      return peak;
    }),
  );
}

function isToolStart({ type, event }: Record<string, unknown>): boolean {
  return type === 'agent-activity' && (event as { type: string }).type === 'tool-started';
}
