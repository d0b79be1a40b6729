export function agentsFolder(): string;
export function installAgent(
  name: 'claude' | 'codex' | 'opencode',
): { bin: string; problem?: never } | { problem: string; bin?: never };
