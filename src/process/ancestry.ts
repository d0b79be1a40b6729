import { execFile } from 'node:child_process';
import { LOOP_MARKER, RUN_MARKER } from './markers.ts';
import { environmentOf, hasProc, readStat, variableIn } from './stat.ts';

/** The loop whose agent or check a command was called from, and how that was seen. */
export interface BeneathAgent {
  loop: string;
  how: 'environment' | 'ancestry';
}

/**
 * Tells whether a process runs beneath a supervised command. Dropping the markers from the environment does not help
 * the caller, as long as any of its ancestors was started with them. What detaches itself from all of them with an
 * empty environment is not seen.
 */
export async function runsBeneathAgent(
  env: Readonly<Record<string, string | undefined>> = process.env,
  pid: number = process.pid,
): Promise<BeneathAgent | null> {
  const own = env[LOOP_MARKER] ?? env[RUN_MARKER];
  if (own !== undefined) return { loop: own, how: 'environment' };
  const seen = new Set<number>();
  for (let at = pid; at > 1 && !seen.has(at); ) {
    seen.add(at);
    const { loop, parent } = hasProc ? fromProc(at) : await fromPs(at);
    if (loop !== null) return { loop, how: 'ancestry' };
    at = parent;
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

/** The BSDs append the environment to the command with `-E`; the end of a value is a guess there. */
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
