import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { adapterOf } from '../agents/index.ts';
import { lineReader } from '../agents/lines.ts';
import { agentOutputName } from '../core/state/agent-run.ts';
import { currentIteration, type LoopState } from '../core/state/state.ts';
import type { OnActivity } from '../ports/activity.ts';
import { iterationFolder, type LoopPaths } from '../store/layout.ts';
import { isAgentAtWork } from './agent-at-work.ts';

const LOOK_MS = 500;
/** An agent may have written gigabytes before we attach. */
const MAX_BYTES = 64 * 1024;

/** Reports what another process's agent is doing, from the end of its output. Its cost so far is not available here. */
export function followActivity({ iterations }: Pick<LoopPaths, 'iterations'>, onActivity: OnActivity) {
  let state: LoopState | null = null;
  let run: string | null = null;
  let offset = 0;
  let lines = lineReader(() => {});
  let looking: Promise<void> | null = null;

  const look = async (now: LoopState) => {
    const current = currentIteration(now);
    if (!current || !isAgentAtWork(now)) return;
    if (current.run !== run) {
      run = current.run;
      offset = 0;
      const agent = current.by ?? now.agent.name;
      const rest = { iteration: current.n, agent, tokens: null, costUsd: null, costEstimated: false };
      lines = lineReader((line) => {
        for (const event of adapterOf(agent)?.parse(line) ?? []) {
          onActivity({ type: 'agent-activity', event, ms: Date.now() - current.startedAt, ...rest });
        }
      });
    }
    const path = join(iterations, iterationFolder(current.n), agentOutputName(now));
    const { bytes, end } = await readOn(path, offset);
    offset = end;
    lines.write(bytes);
  };
  const timer = setInterval(() => {
    if (!state || looking) return;
    looking = look(state)
      .catch(() => {})
      .finally(() => {
        looking = null;
      });
  }, LOOK_MS);
  return {
    at(now: LoopState) {
      state = now;
    },
    stop: () => clearInterval(timer),
  };
}

async function readOn(path: string, from: number): Promise<{ bytes: Buffer; end: number }> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const start = Math.max(from, size - MAX_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(0, size - start)), 0, null, start);
    return { bytes: buffer.subarray(0, bytesRead), end: start + bytesRead };
  } finally {
    await file.close();
  }
}
