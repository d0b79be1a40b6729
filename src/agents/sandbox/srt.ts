import { join } from 'node:path';
import type { Plan } from '../adapter.ts';
import type { Places } from './places.ts';

/** It tells programs to go around its proxies to this machine and its network, where no other way leads out. */
const THROUGH_PROXIES = ['/usr/bin/env', 'NO_PROXY=', 'no_proxy='];

/** Anthropic's sandbox runtime: the same places, and of the network only the agent's own domains. */
export function inSrt(plan: Plan, places: Places, domains: readonly string[], scratch: string, program: string): Plan {
  const settings = join(scratch, 'srt-settings.json');
  const command =
    typeof plan.command === 'string' ? ['/bin/sh', '-c', plan.command] : [plan.command.file, ...plan.command.args];
  const text = JSON.stringify({
    network: { allowedDomains: [...plan.domains, ...domains], deniedDomains: [] },
    filesystem: {
      denyRead: [places.hidden],
      // A worktree lies in the folder that is hidden.
      allowRead: [
        ...places.shown,
        ...places.writable.filter((path, at) => at > 0 || path.startsWith(`${places.hidden}/`)),
      ],
      allowWrite: places.writable,
      denyWrite: places.readonly,
    },
  });
  return {
    ...plan,
    files: [...(plan.files ?? []), { path: settings, text }],
    command: { file: program, args: ['--settings', settings, '--', ...THROUGH_PROXIES, ...command] },
  };
}
