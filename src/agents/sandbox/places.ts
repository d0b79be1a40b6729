import { existsSync, mkdirSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { AgentRequest } from '../../ports/index.ts';
import type { Plan } from '../contract/adapter.ts';

/** What an agent may access in a sandbox. Paths are absolute. */
export interface Places {
  /** The workspace, the agent's own state, the folder for its reply, and what the user added. */
  writable: string[];
  /** Paths inside `writable` that are read-only. */
  readonly: string[];
  /** Jumar's own state, which the agent must not see. */
  hidden: string;
  /** Files and folders elsewhere that the agent must not see. */
  masked: readonly string[];
  /** Paths in hidden or temporary folders that the agent must read anyway. */
  visible: string[];
}

/** What agents must not see. */
export interface Secrets {
  /** Jumar's own state. */
  stateHome: string;
  /** The sources of hidden checks. */
  masked: readonly string[];
}

/** The user's `.git` is read-only, so an agent's commits fail. Jumar records the history itself. */
export function placesOf(plan: Plan, request: AgentRequest, root: string, { stateHome, masked }: Secrets): Places {
  const own = [
    ...plan.writable.filter(ensureExists),
    ...request.settings.sandboxWritable.filter((path) => existsSync(path)),
  ];
  const git = join(root, '.git');
  return {
    writable: [root, ...own, dirname(request.blockedFile)],
    readonly: existsSync(git) ? [git] : [],
    hidden: stateHome,
    masked,
    visible: [
      ...(plan.readable ?? []).filter((path) => existsSync(path)),
      request.promptFile,
      ...(plan.files ?? []).map(({ path }) => path),
    ],
  };
}

/** An agent creates its folders on its first run, which it could not do inside the sandbox. */
function ensureExists(path: string): boolean {
  if (existsSync(path)) return true;
  if (extname(path) === '.json') return false;
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}
