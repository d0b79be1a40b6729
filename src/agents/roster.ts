import { homedir } from 'node:os';
import type { OnActivity } from '../ports/activity.ts';
import type { Agent } from '../ports/index.ts';
import type { supervise as superviseRun } from '../process/supervise.ts';
import { findProgram } from '../system/find-program.ts';
import type { Host } from './contract/adapter.ts';
import { adapterOf } from './index.ts';
import { type RepairLoop, repairIn } from './repair.ts';
import { notStarted, runAdapter } from './run-adapter.ts';
import { confiner } from './sandbox/index.ts';
import type { Secrets } from './sandbox/places.ts';

export function hostOf(env: NodeJS.ProcessEnv): Host {
  return { env, home: env.HOME || homedir(), platform: process.platform, isRoot: process.getuid?.() === 0 };
}

/** All agents of a loop behind one port. The request names the one to run. */
export function createAgents({
  supervise,
  env,
  root,
  secrets,
  userFiles,
  onActivity,
  repair,
}: {
  supervise: typeof superviseRun;
  env: NodeJS.ProcessEnv;
  root: string;
  secrets: Secrets;
  /** Files of the user that no agent may change, wherever that can be prevented. */
  userFiles: readonly string[];
  onActivity: OnActivity;
  repair: RepairLoop;
}): Agent {
  const host = hostOf(env);
  const confine = confiner(host, root, secrets, userFiles);
  return {
    async run(request, signal) {
      const adapter = adapterOf(request.agent);
      if (!adapter) return notStarted(`there is no agent called ${request.agent}`);
      const runtime = { supervise, host, confine, onActivity, now: Date.now };
      if (adapter.name === 'repair') {
        return runAdapter(repairIn(repair, request), process.execPath, request, signal, runtime);
      }
      const program = adapter.program === null ? request.settings.command : findProgram(adapter.program, env);
      if (!program) {
        const missing = adapter.program ? `${adapter.program} is not on the PATH` : 'agent.command is not set';
        return notStarted(missing);
      }
      return runAdapter(adapter, program, request, signal, runtime);
    },
  };
}
