import { endTree, type TreeEnd } from './end-tree.ts';
import { LOOP_MARKER, RUN_MARKER } from './markers.ts';
import { environmentOf, type ProcessEntry, processTable } from './stat.ts';

/** Which processes are meant: those that fit any of what is given, and everything they started. */
export interface TreeMatch {
  run?: string;
  loop?: string;
  /** The pid of the command itself, which leads a process group and a session of its own. */
  leader?: number;
  /** Start of the leader: what is older cannot belong to it, and is not looked at. */
  since?: number;
}

/** The pids that carry the marker of a run, and of what they started. Empty where the platform has no /proc. */
export function markedProcesses(run: string): number[] {
  return followTree({ run })().map((entry) => entry.pid);
}

/**
 * Ends what a crashed runner left behind: TERM, after the grace KILL. Never ends this process or one of its ancestors.
 * Without /proc nothing can be found; there the watcher alone ends orphans.
 */
export async function endStrays(match: { run?: string; loop?: string }, graceMs: number): Promise<TreeEnd> {
  const rungs = [
    { signal: 'SIGTERM', waitMs: graceMs },
    { signal: 'SIGKILL', waitMs: 2000 },
  ] as const;
  return endTree({ look: followTree(match), group: null, commandEnded: () => true }, rungs);
}

/**
 * Looks for the live processes of a tree, again at each call. What was found once is followed by its identity, so that
 * a child whose environment is empty is not lost when its parent dies and it is handed to init.
 */
export function followTree(match: TreeMatch): () => ProcessEntry[] {
  const known = new Map<number, number>();
  return () => {
    const table = processTable().filter((entry) => !entry.zombie);
    const spared = ancestryOf(process.pid, table);
    const found = table.filter(
      (entry) => !spared.has(entry.pid) && (known.get(entry.pid) === entry.start || fits(entry, match)),
    );
    const tree = withDescendants(found, table, spared);
    for (const entry of tree) known.set(entry.pid, entry.start);
    return tree;
  };
}

function fits(entry: ProcessEntry, { run, loop, leader, since = 0 }: TreeMatch): boolean {
  if (entry.start < since) return false;
  if (leader !== undefined && (entry.group === leader || entry.session === leader)) return true;
  const environment = environmentOf(entry.pid);
  if (environment === null) return false;
  const has = (name: string, value: string | undefined) =>
    value !== undefined && environment.includes(`\0${name}=${value}\0`);
  return has(RUN_MARKER, run) || has(LOOP_MARKER, loop);
}

function withDescendants(found: ProcessEntry[], table: ProcessEntry[], spared: Set<number>): ProcessEntry[] {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of table) {
    const siblings = children.get(entry.parent);
    if (siblings) siblings.push(entry);
    else children.set(entry.parent, [entry]);
  }
  const tree = new Map(found.map((entry) => [entry.pid, entry]));
  for (const entry of tree.values()) {
    for (const child of children.get(entry.pid) ?? []) if (!spared.has(child.pid)) tree.set(child.pid, child);
  }
  return [...tree.values()];
}

function ancestryOf(pid: number, table: ProcessEntry[]): Set<number> {
  const parents = new Map(table.map((entry) => [entry.pid, entry.parent]));
  const line = new Set([1]);
  for (let at: number | undefined = pid; at !== undefined && at > 1 && !line.has(at); at = parents.get(at))
    line.add(at);
  return line;
}
