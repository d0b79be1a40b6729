import { endTree, type TreeEnd } from './end-tree.ts';
import { LOOP_MARKER, RUN_MARKER } from './markers.ts';
import { environmentOf, type ProcessEntry, processTable } from './stat.ts';

/** Selects the processes that match any of these fields, and all their descendants. */
export interface TreeMatch {
  run?: string;
  loop?: string;
  /** The pid of the command, which leads its own process group and session. */
  leader?: number;
  /** The start time of the leader. Older processes cannot belong to it and are skipped. */
  since?: number;
}

/** The pids of the processes with a run's marker, and of their descendants. Empty without /proc. */
export function markedProcesses(run: string): number[] {
  return followTree({ run })().map((entry) => entry.pid);
}

/**
 * Ends the processes that a crashed runner left behind: TERM, then KILL after the grace period. Never ends this process
 * or one of its ancestors. Without /proc it finds nothing; then only the watcher ends orphans.
 */
export async function endStrays(match: { run?: string; loop?: string }, graceMs: number): Promise<TreeEnd> {
  const steps = [
    { signal: 'SIGTERM', waitMs: graceMs },
    { signal: 'SIGKILL', waitMs: 2000 },
  ] as const;
  return endTree({ listAlive: followTree(match), group: null, hasCommandEnded: () => true }, steps);
}

/**
 * Lists the live processes of a tree, again on each call. Processes found once are followed by their identity, so that a
 * child with an empty environment is not lost when its parent dies and init adopts it.
 */
export function followTree(match: TreeMatch): () => ProcessEntry[] {
  const followed = new Map<number, number>();
  return () => {
    const table = processTable().filter((entry) => !entry.zombie);
    const excluded = ancestryOf(process.pid, table);
    const matches = table.filter(
      (entry) => !excluded.has(entry.pid) && (followed.get(entry.pid) === entry.start || isMatch(entry, match)),
    );
    const tree = withDescendants(matches, table, excluded);
    for (const entry of tree) followed.set(entry.pid, entry.start);
    return tree;
  };
}

function isMatch(entry: ProcessEntry, { run, loop, leader, since = 0 }: TreeMatch): boolean {
  if (entry.start < since) return false;
  if (leader !== undefined && (entry.group === leader || entry.session === leader)) return true;
  const environment = environmentOf(entry.pid);
  if (environment === null) return false;
  const has = (name: string, value: string | undefined) =>
    value !== undefined && environment.includes(`\0${name}=${value}\0`);
  return has(RUN_MARKER, run) || has(LOOP_MARKER, loop);
}

function withDescendants(matches: ProcessEntry[], table: ProcessEntry[], excluded: Set<number>): ProcessEntry[] {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of table) {
    const siblings = children.get(entry.parent);
    if (siblings) siblings.push(entry);
    else children.set(entry.parent, [entry]);
  }
  const tree = new Map(matches.map((entry) => [entry.pid, entry]));
  for (const entry of tree.values()) {
    for (const child of children.get(entry.pid) ?? []) if (!excluded.has(child.pid)) tree.set(child.pid, child);
  }
  return [...tree.values()];
}

function ancestryOf(pid: number, table: ProcessEntry[]): Set<number> {
  const parents = new Map(table.map((entry) => [entry.pid, entry.parent]));
  const ancestors = new Set([1]);
  for (
    let current: number | undefined = pid;
    current !== undefined && current > 1 && !ancestors.has(current);
    current = parents.get(current)
  )
    ancestors.add(current);
  return ancestors;
}
