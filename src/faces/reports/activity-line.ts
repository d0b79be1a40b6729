import { plainText } from '../../core/text/plain-text.ts';
import type { Activity } from '../../ports/activity.ts';
import { clip } from './columns.ts';
import { duration } from './format.ts';

type AgentActivity = Extract<Activity, { type: 'agent-activity' }>;

/** `#2 claude 34.0 s · Bash npm test · 12.3k tokens · $0.04` */
export function activityLine(activity: AgentActivity, doing: string): string {
  const { iteration, agent, ms } = activity;
  return [`#${iteration}  ${agent} ${duration(ms)}`, doing, ...spentWords(activity)].filter(Boolean).join(' · ');
}

/** `npm test 34.0 s · ok 12 - adds up` */
export function checkLine({ command, lines, ms }: Extract<Activity, { type: 'check-activity' }>): string {
  const last = short(lines.at(-1) ?? '');
  return [`checking ${clip(command, 40)} ${duration(ms)}`, last].filter(Boolean).join(' · ');
}

/** What the agent does now, according to an event; null if unchanged. */
export function doingOf({ event }: AgentActivity): string | null {
  switch (event.type) {
    case 'tool-started':
      return short(event.subject ? `${event.tool} ${event.subject}` : event.tool);
    case 'text':
      return event.more ? null : short(event.text);
    case 'thinking':
      return 'thinking';
    case 'retry':
      return short(`retrying: ${event.fault.message}`);
    case 'ended':
      return 'finishing';
    case 'raw':
      return short(event.text) || null;
    default:
      return null;
  }
}

export function countdown(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const two = (value: number) => String(value).padStart(2, '0');
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

export function dollars(usd: number, estimated: boolean): string {
  return `${estimated ? '≈ ' : ''}$${usd.toFixed(usd < 0.1 ? 3 : 2)}${estimated ? ' (estimated)' : ''}`;
}

export function tokenCount(tokens: number): string {
  if (tokens < 1000) return `${tokens} tokens`;
  return tokens < 1_000_000 ? `${(tokens / 1000).toFixed(1)}k tokens` : `${(tokens / 1_000_000).toFixed(2)}M tokens`;
}

function spentWords({ tokens, costUsd, costEstimated }: AgentActivity): string[] {
  return [...(tokens ? [tokenCount(tokens)] : []), ...(costUsd ? [dollars(costUsd, costEstimated)] : [])];
}

function short(words: string): string {
  const line = plainText(words).trim().replace(/\s+/g, ' ');
  return clip(line, 60);
}
