import { runsBeneathAgent } from '../process/ancestry.ts';
import { UsageError } from '../system/usage-error.ts';
import type { AppContext } from './context.ts';

/** An agent cannot approve its own work: processes started by an agent may not run commands that control a loop. */
export async function refuseBeneathAgent({ env }: AppContext, command: string): Promise<void> {
  const agentRun = await runsBeneathAgent(env);
  if (!agentRun) return;
  throw new UsageError(
    `\`jumar ${command}\` is not allowed inside the loop ${agentRun.loop}`,
    'an agent cannot control the loop that judges it; to report that you are blocked, write to $JUMAR_BLOCKED_FILE',
  );
}
