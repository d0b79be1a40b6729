import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgents } from '../../agents/roster.ts';
import type { Settings } from '../../core/state/settings.ts';
import type { OnActivity } from '../../ports/activity.ts';
import type { AgentRun } from '../../ports/agent.ts';
import { supervise } from '../../process/supervise.ts';
import { userLaunchFiles } from '../../system/user-launch-files.ts';
import type { AppContext } from '../context.ts';
import type { WorktreeHome } from '../in-worktree.ts';

/** One question to the first agent, in a folder that it may read and whose changes nobody keeps. Its answer is in `excerpt`. */
export async function askAgent(
  { env }: AppContext,
  { home }: Pick<WorktreeHome, 'home'>,
  question: { prompt: string; root: string; cwd: string; id: string; settings: Settings; onActivity: OnActivity },
  signal: AbortSignal,
): Promise<AgentRun & { agent: string }> {
  const { prompt, root, cwd, id, settings, onActivity } = question;
  const { gitConfigs, others } = userLaunchFiles(env);
  const folder = await mkdtemp(join(tmpdir(), 'jumar-plan-'));
  try {
    const promptFile = join(folder, 'prompt.md');
    await writeFile(promptFile, prompt);
    const agents = createAgents({
      ...{ supervise, env, root, onActivity, userFiles: [...gitConfigs, ...others] },
      secrets: { stateHome: home, masked: [] },
      repair: { env: {}, root, criteria: [], protect: [], memory: folder, budgetSeconds: 1 },
    });
    const agent = settings.agent.names[0] ?? 'command';
    const run = await agents.run(
      {
        ...{ agent, loop: id, iteration: 0, run: id, promptFile, cwd, outputFile: join(folder, 'output.log') },
        blockedFile: join(folder, 'reply', 'blocked.txt'),
        remainingMs: settings.limits.timeoutMinutes * 60_000,
        allowance: { tokens: null, costUsd: settings.limits.maxCostUsd ?? null, ms: null },
        settings: settings.agent,
      },
      signal,
    );
    return { ...run, agent };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
