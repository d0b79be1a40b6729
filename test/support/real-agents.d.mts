import type { RealAgent } from './agent-matrix.ts';

export function realAgentEnvironment(agent: RealAgent, url: string, home: string): Record<string, string>;
