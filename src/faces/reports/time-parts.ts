import type { TimeSpent } from '../../core/state/time-spent.ts';
import { duration } from './format.ts';

const words: Record<keyof TimeSpent, string> = {
  agents: 'agents',
  checks: 'checks',
  metrics: 'metrics',
  experiments: 'experiments',
  guard: 'guard',
  setup: 'setup',
  own: 'Jumar itself',
};

/** `agents 1 min 2 s, checks 19.8 s, Jumar itself 2.1 s`: where running time went; parts that took none are left out. */
export function timeText(time: TimeSpent, agents = words.agents): string {
  return (Object.keys(words) as (keyof TimeSpent)[])
    .filter((part) => time[part] > 0)
    .map((part) => `${part === 'agents' ? agents : words[part]} ${duration(time[part])}`)
    .join(', ');
}
