import { join } from 'node:path';
import type { Plan } from '../adapter.ts';
import type { Places } from './places.ts';

/** Anthropic's sandbox runtime: the same places, and of the network only the agent's own domains. */
export function inSrt(plan: Plan, places: Places, domains: readonly string[], scratch: string, program: string): Plan {
  const settings = join(scratch, 'srt-settings.json');
  const command =
    typeof plan.command === 'string' ? ['/bin/sh', '-c', plan.command] : [plan.command.file, ...plan.command.args];
  const text = JSON.stringify({
    network: { allowedDomains: [...plan.domains, ...domains], deniedDomains: [] },
    filesystem: {
      denyRead: [places.hidden],
      allowRead: [...places.shown, ...places.writable.slice(1)],
      allowWrite: places.writable,
      denyWrite: places.readonly,
    },
  });
  return {
    ...plan,
    // Its proxies must not be gone around, and an inherited exception would do just that.
    env: { ...plan.env, NO_PROXY: '', no_proxy: '' },
    files: [...(plan.files ?? []), { path: settings, text }],
    command: { file: program, args: ['--settings', settings, '--', ...command] },
  };
}
