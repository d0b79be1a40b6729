import { join } from 'node:path';
import type { Plan } from '../contract/adapter.ts';
import type { Places } from './places.ts';

/** srt tells programs to bypass its proxies for local addresses, but the proxies are the only way out of the sandbox. */
const THROUGH_PROXIES = ['/usr/bin/env', 'NO_PROXY=', 'no_proxy='];

/** Anthropic's sandbox runtime: the same places as bwrap, and only the agent's own domains on the network. */
export function inSrt(plan: Plan, places: Places, domains: readonly string[], scratch: string, program: string): Plan {
  const settings = join(scratch, 'srt-settings.json');
  const command =
    typeof plan.command === 'string' ? ['/bin/sh', '-c', plan.command] : [plan.command.file, ...plan.command.args];
  const text = JSON.stringify({
    network: { allowedDomains: [...plan.domains, ...domains], deniedDomains: [] },
    filesystem: {
      denyRead: [places.hidden, ...places.masked],
      // A worktree is inside the hidden folder.
      allowRead: [
        ...places.visible,
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
