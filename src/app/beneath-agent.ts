import { runsBeneathAgent } from '../process/ancestry.ts';
import { UsageError } from '../system/usage-error.ts';
import type { AppContext } from './context.ts';
import { runsBeneathOutsideAgent } from './outside/agent-process.ts';

/** A loop of Jumar's own started this process, directly or not: that loop judges. */
export async function isBeneathLoop({ env }: AppContext): Promise<boolean> {
  return (await runsBeneathAgent(env)) !== null;
}

/** An agent cannot approve its own work: processes started by an agent may not run commands that control a loop. */
export async function refuseBeneathAgent({ env }: AppContext, command: string): Promise<void> {
  const agentRun = await runsBeneathAgent(env);
  if (agentRun)
    throw new UsageError(
      `\`jumar ${command}\` is not allowed inside the loop ${agentRun.loop}`,
      'an agent cannot control the loop that judges it; to report that you are blocked, write to $JUMAR_BLOCKED_FILE',
    );
  if (await runsBeneathOutsideAgent(env))
    throw new UsageError(
      `\`jumar ${command}\` is not allowed inside a session of an agent that Jumar judges`,
      'a person runs it in a terminal of their own',
    );
}
