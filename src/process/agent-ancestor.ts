import { readFileSync } from 'node:fs';
import { readStat } from './stat.ts';

/** A process, told apart from a later one with the same number. */
export interface ProcessName {
  pid: number;
  start: number;
}

/** The processes above this one, nearest first. Empty without /proc. */
export function ancestors(pid: number = process.pid): ProcessName[] {
  const found: ProcessName[] = [];
  for (let at = readStat(pid)?.parent ?? 0; at > 1 && !found.some((one) => one.pid === at); ) {
    const stat = readStat(at);
    if (!stat) break;
    found.push({ pid: at, start: stat.start });
    at = stat.parent;
  }
  return found;
}

/** The nearest process above this one that is the agent's program, by its command line; null if none is. */
export function agentAbove(agent: string, pid: number = process.pid): ProcessName | null {
  const program = new RegExp(`(?:^|[/\\0@])${agent}(?:[-.][\\w.-]*)?(?:$|[/\\0])`);
  const isAgent = ({ pid: one }: ProcessName) => {
    // A shell whose script names the agent is not it.
    const [first = '', second = ''] = commandOf(one).split('\0');
    return program.test(first) || (/(?:^|\/)(?:node|bun|deno)$/.test(first) && program.test(second));
  };
  return ancestors(pid).find(isAgent) ?? null;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
