import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentRequest } from '../../ports/index.ts';
import { BWRAP_TRIAL, findBwrap, tryProgram } from '../../process/bwrap.ts';
import { findProgram } from '../../system/find-program.ts';
import { programFolder } from '../../system/package-root.ts';
import type { Adapter, Host, Plan, Sandbox } from '../contract/adapter.ts';
import { inBwrap } from './bwrap.ts';
import { inCell } from './cell.ts';
import { placesOf, type Secrets } from './places.ts';
import { inSrt } from './srt.ts';

/** Why a sandbox is unavailable for these agents on this machine; null if it is available. Runs the sandbox to find out. */
export function sandboxProblem(sandbox: Sandbox, agents: readonly Adapter[], host: Host): string | null {
  switch (sandbox) {
    case 'none':
    case 'cell':
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

/**
 * Wraps a planned run in the sandbox from its settings. An agent with a sandbox of its own works in a cell, too. `none` leaves
 * the plan as it is, and so does a machine that cannot make a cell.
 */
export function confiner(
  host: Host,
  root: string,
  secrets: Secrets,
  userFiles: readonly string[] = [],
): (plan: Plan, request: AgentRequest) => Plan {
  return (plan, request) => {
    const { sandbox, sandboxDomains } = request.settings;
    if (sandbox === 'cell' || sandbox === 'agent') {
      const found = findBwrap(host.env);
      if ('problem' in found) return plan;
      const places = placesOf(plan, request, root, secrets);
      return inCell(
        plan,
        { ...places, readonly: userFiles.filter((path) => existsSync(path)) },
        {
          judge: programFolder(),
          cwd: request.cwd,
          program: found.program,
          wrapper: sandbox === 'agent' ? namespaceOfRoot(host) : [],
        },
      );
    }
    if (sandbox === 'none') return plan;
    const program = findProgram(sandbox, host.env);
    if (!program) throw new Error(`the sandbox ${sandbox} is no longer on the PATH`);
    const places = placesOf(plan, request, root, secrets);
    if (sandbox === 'bwrap') return inBwrap(plan, places, request.cwd, program);
    return inSrt(plan, places, sandboxDomains, join(dirname(request.outputFile), 'scratch'), program);
  };
}

/**
 * Root may not mount in a cell, but in a user namespace of its own, which bubblewrap makes by itself for other users only. An agent
 * with a sandbox of its own needs that.
 */
function namespaceOfRoot({ isRoot, env }: Host): string[] {
  const unshare = isRoot ? findProgram('unshare', env) : null;
  return unshare ? [unshare, '--user', '--map-root-user', '--'] : [];
}

function trial(name: string, args: readonly string[], { env }: Host): string | null {
  const program = findProgram(name, env);
  if (!program) return `${name} is not on the PATH`;
  const problem = tryProgram(program, args, env);
  return problem === null ? null : `${name} is installed but does not work here: ${problem}`;
}
