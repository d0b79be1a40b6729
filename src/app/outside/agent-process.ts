import { readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentAbove, ancestors } from '../../process/agent-ancestor.ts';
import { readStat } from '../../process/stat.ts';
import { stateHome } from '../../store/home.ts';
import { ensureFolder } from '../../system/files.ts';

/**
 * Notes the process of the agent whose hook runs, so that commands which it starts may not steer the loop that judges it. Those of
 * agents that have ended are forgotten.
 */
export async function noteAgentProcess(home: string, agent: string): Promise<void> {
  const found = agentAbove(agent);
  if (!found) return;
  const folder = join(home, FOLDER);
  await ensureFolder(folder);
  await writeFile(join(folder, `${found.pid}-${found.start}`), `${agent}\n`);
  for (const name of namesIn(folder)) {
    const [pid = 0, start = 0] = name.split('-').map(Number);
    if (readStat(pid)?.start !== start) await rm(join(folder, name), { force: true });
  }
}

/** Whether an agent whose sessions are judged started this process, directly or not. One that leaves its process tree is not detected. */
export async function runsBeneathOutsideAgent(env: NodeJS.ProcessEnv): Promise<boolean> {
  const home = await stateHome(env).catch(() => null);
  const noted = home === null ? [] : namesIn(join(home, FOLDER));
  return noted.length > 0 && ancestors().some(({ pid, start }) => noted.includes(`${pid}-${start}`));
}

const FOLDER = 'agents';

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+-\d+$/.test(name));
  } catch {
    return [];
  }
}
