type Name = 'claude' | 'codex' | 'gemini' | 'opencode';
/** The package and version of each. */
export const AGENTS: Record<Name, string>;
export function agentsFolder(): string;
export function installAgent(name: Name): { bin: string; problem?: never } | { problem: string; bin?: never };
