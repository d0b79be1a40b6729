import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { AgentRequest } from '../../runner/ports.ts';
import type { Adapter, Host, Plan, Sandbox } from '../adapter.ts';
import { locate } from '../locate.ts';
import { BWRAP_TRIAL, inBwrap } from './bwrap.ts';
import { placesOf } from './places.ts';
import { inSrt } from './srt.ts';

const TRIAL_TIMEOUT_MS = 15_000;

/** Why a sandbox cannot be had for these agents on this machine; null where it can. It is tried, not guessed. */
export function sandboxProblem(sandbox: Sandbox, agents: readonly Adapter[], host: Host): string | null {
  switch (sandbox) {
    case 'none':
      return null;
    case 'agent':
      for (const { title, ownSandbox } of agents) {
        const problem = ownSandbox ? ownSandbox(host) : `${title} has no sandbox of its own`;
        if (problem) return problem;
      }
      return null;
    case 'bwrap':
      return trial('bwrap', BWRAP_TRIAL, host);
    case 'srt':
      return trial('srt', ['true'], host);
  }
}

/** Puts a planned run into the sandbox that its settings name. `none` and `agent` leave the plan as it is. */
export function confiner(host: Host, root: string, stateHome: string): (plan: Plan, request: AgentRequest) => Plan {
  return (plan, request) => {
    const { sandbox, sandboxDomains } = request.settings;
    if (sandbox !== 'bwrap' && sandbox !== 'srt') return plan;
    const program = locate(sandbox, host.env);
    if (!program) throw new Error(`the sandbox ${sandbox} is gone from the PATH`);
    const places = placesOf(plan, request, root, stateHome);
    if (sandbox === 'bwrap') return inBwrap(plan, places, request.cwd, program);
    return inSrt(plan, places, sandboxDomains, join(dirname(request.outputFile), 'scratch'), program);
  };
}

function trial(program: string, args: readonly string[], { env }: Host): string | null {
  const path = locate(program, env);
  if (!path) return `there is no program ${program} on the PATH`;
  try {
    execFileSync(path, args, { env, stdio: 'pipe', timeout: TRIAL_TIMEOUT_MS });
    return null;
  } catch (error) {
    const said = String((error as { stderr?: Buffer }).stderr ?? '').trim() || (error as Error).message;
    return `${program} is there but does not work here: ${said.split('\n')[0]}`;
  }
}
