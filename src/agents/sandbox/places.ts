import { existsSync, mkdirSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
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
  /** Of what is hidden or covered, what the agent must read nevertheless. */
  shown: string[];
}

/** The user's `.git` cannot be written, so an agent's commits fail; Jumar keeps the history by itself. */
export function placesOf(plan: Plan, request: AgentRequest, root: string, stateHome: string): Places {
  const own = [
    ...plan.writable.filter(isThere),
    ...request.settings.sandboxWritable.filter((path) => existsSync(path)),
  ];
  const git = join(root, '.git');
  return {
    writable: [root, ...own, dirname(request.blockedFile)],
    readonly: existsSync(git) ? [git] : [],
    hidden: stateHome,
    shown: [
      ...(plan.readable ?? []).filter((path) => existsSync(path)),
      request.promptFile,
      ...(plan.files ?? []).map(({ path }) => path),
    ],
  };
}

/** An agent that is new here makes its folders on its first run, which it could not do from inside. */
function isThere(path: string): boolean {
  if (existsSync(path)) return true;
  if (extname(path) === '.json') return false;
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}
