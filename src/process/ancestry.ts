import { execFile } from 'node:child_process';
import { LOOP_MARKER, RUN_MARKER } from './markers.ts';
import { environmentOf, hasProc, readStat, variableIn } from './stat.ts';

/** The loop whose agent or check started this command, and how that was detected. */
export interface BeneathAgent {
  loop: string;
  how: 'environment' | 'ancestry';
}

/**
 * Whether a process was started, directly or not, by a supervised command. Removing the markers from the environment
 * does not hide it if any of its ancestors was started with them. A process that detaches from all of them with an
 * empty environment is not detected.
 */
export async function runsBeneathAgent(
  env: Readonly<Record<string, string | undefined>> = process.env,
  pid: number = process.pid,
): Promise<BeneathAgent | null> {
  const own = env[LOOP_MARKER] ?? env[RUN_MARKER];
  if (own !== undefined) return { loop: own, how: 'environment' };
  const visited = new Set<number>();
  for (let current = pid; current > 1 && !visited.has(current); ) {
    visited.add(current);
    const { loop, parent } = hasProc ? fromProc(current) : await fromPs(current);
    if (loop !== null) return { loop, how: 'ancestry' };
    current = parent;
  }
  return null;
}

interface Ancestor {
  loop: string | null;
  parent: number;
}

function fromProc(pid: number): Ancestor {
  const environment = environmentOf(pid);
  return {
    loop: environment && (variableIn(environment, LOOP_MARKER) ?? variableIn(environment, RUN_MARKER)),
    parent: readStat(pid)?.parent ?? 0,
  };
}

/** On the BSDs, `-E` appends the environment to the command, so the end of a value is a guess. */
function fromPs(pid: number): Promise<Ancestor> {
  return new Promise((resolve) => {
    execFile('ps', ['-E', '-ww', '-o', 'ppid=,command=', '-p', String(pid)], (_error, stdout) =>
      resolve(parseAncestor(stdout)),
    );
  });
}

export function parseAncestor(text: string): Ancestor {
  const marker = new RegExp(`\\s${LOOP_MARKER}=(\\S+)`).exec(text) ?? new RegExp(`\\s${RUN_MARKER}=(\\S+)`).exec(text);
  return { loop: marker?.[1] ?? null, parent: Number.parseInt(text, 10) || 0 };
}
