import { acp } from './acp.ts';
import { acpPresets } from './acp-presets.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { command } from './command.ts';
import type { Adapter } from './contract/adapter.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { repair } from './repair.ts';

/** All agents. If the user names none, the first one installed is used. */
export const adapters: readonly Adapter[] = [claude, codex, gemini, opencode, ...acpPresets, acp, repair, command];

export function adapterOf(name: string): Adapter | undefined {
  return adapters.find((adapter) => adapter.name === name);
}
