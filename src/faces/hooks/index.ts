import { UsageError } from '../../system/usage-error.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import type { Dialect } from './dialect.ts';
import { gemini } from './gemini.ts';

export const dialects: readonly Dialect[] = [claude, codex, gemini];

const NO_HOOK: Readonly<Record<string, string>> = {
  opencode:
    'OpenCode has no hook that can hold a session at its end: its plugins only hear that a session is idle. Give it `jumar mcp`, or let Jumar run it: jumar "<task>" --agent opencode',
};

/** Throws if the agent has no hooks, or Jumar does not know them. */
export function dialectOf(agent: string): Dialect {
  const found = dialects.find((one) => one.agent === agent);
  if (found) return found;
  const known = dialects.map((one) => one.agent).join(', ');
  throw new UsageError(NO_HOOK[agent] ?? `no hooks of '${agent}' are known`, `agents with hooks: ${known}`);
}
