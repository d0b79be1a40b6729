import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentRequest } from '../../runner/ports.ts';
import type { Plan } from '../adapter.ts';

/** What a sandbox opens and closes to an agent; paths are absolute. */
export interface Places {
  /** Written to: the workspace, what the agent itself keeps, where it may answer, and what the user added. */
  writable: string[];
  /** Of these, only to be read. */
  readonly: string[];
  /** Not to be seen at all: Jumar's own state. */
  hidden: string;
  /** Of the hidden, what the agent must read nevertheless. */
  shown: string[];
}

/** The user's `.git` cannot be written, so an agent's commits fail; Jumar keeps the history by itself. */
export function placesOf(plan: Plan, request: AgentRequest, root: string, stateHome: string): Places {
  const own = [...plan.writable, ...request.settings.sandboxWritable].filter((path) => existsSync(path));
  const git = join(root, '.git');
  return {
    writable: [root, ...own, dirname(request.blockedFile)],
    readonly: existsSync(git) ? [git] : [],
    hidden: stateHome,
    shown: [request.promptFile, ...(plan.files ?? []).map(({ path }) => path)],
  };
}
