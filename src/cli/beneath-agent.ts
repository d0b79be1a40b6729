import { UsageError } from '../config/errors.ts';
import { runsBeneathAgent } from '../process/ancestry.ts';
import type { CommandContext } from './context.ts';

/** The agent cannot approve itself: commands that steer a loop are refused to whatever runs beneath one. */
export async function refuseBeneathAgent({ env }: CommandContext, command: string): Promise<void> {
  const found = await runsBeneathAgent(env);
  if (!found) return;
  throw new UsageError(
    `\`jumar ${command}\` is refused: it was called from inside the loop ${found.loop}`,
    'an agent cannot steer the loop that judges it; to report being blocked, write to $JUMAR_BLOCKED_FILE',
  );
}
