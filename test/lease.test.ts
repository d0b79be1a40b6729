import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runLoop } from '../dist/index.js';
import { agentScript } from './support/agents.ts';
import { loopFolders } from './support/cli.ts';
import { aProject } from './support/project.ts';
import { until } from './support/until.ts';

const task = { task: 'get it ready', until: ['grep -q ready state.txt'] };

/** A loop whose agent runs until it is ended. */
async function withRunningAgent() {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
  const agentCommand = agentScript(outside, 'echo $$ > "$(dirname "$0")/pid"; sleep 300');
  // The agent's process is looked up by the id that it writes, which in a cell is another one.
  const env = { ...process.env, JUMAR_HOME: home, JUMAR_AGENT_SANDBOX: 'none' };
  const run = runLoop({ ...task, agentCommand, cwd: project, env });
  const rejection = run.result.then(
    () => null,
    (error: unknown) => error,
  );
  const pidFile = join(outside, 'pid');
  await until('the agent runs', () => existsSync(pidFile) && readFileSync(pidFile, 'utf8').trim() !== '');
  const [folder = ''] = loopFolders(home);
  const log = () => readFileSync(join(folder, 'log.jsonl'), 'utf8');
  return { folder, log, rejection, pid: Number(readFileSync(pidFile, 'utf8')) };
}

describe('a session whose lock is lost', () => {
  const losses: Record<string, (folder: string) => void> = {
    'removed the lock of the loop': (folder) => rmSync(join(folder, 'lock')),
    'removed the lock of the workspace': (folder) => rmSync(join(folder, '..', '..', 'workspace.lock')),
    'took the loop over': (folder) => {
      const path = join(folder, 'lock');
      writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), token: 'of another' }));
    },
  };
  for (const [who, lose] of Object.entries(losses)) {
    test(`ends its agent and records nothing more, where somebody ${who}`, async () => {
      const { folder, log, rejection, pid } = await withRunningAgent();
      const before = log();
      const since = Date.now();
      lose(folder);
      expect(await rejection).toMatchObject({ name: 'StoreError', code: 'lock-lost' });
      // Far below the next append, which would come with the end of the agent's sleep.
      expect(Date.now() - since).toBeLessThan(20_000);
      expect(() => process.kill(pid, 0)).toThrow('ESRCH');
      expect(log()).toBe(before);
    });
  }
});
