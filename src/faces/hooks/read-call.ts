import { z } from 'zod';
import type { Dialect } from './dialect.ts';

export type HookCall =
  | { kind: 'begin'; session: string; cwd: string; prompt: string }
  | { kind: 'end'; session: string; cwd: string; isSentBack: boolean; said: string }
  /** Nothing for Jumar: a subagent's. */
  | { kind: 'other' }
  | { kind: 'unreadable'; why: string };

const callSchema = z.looseObject({
  session_id: z.string().min(1).max(400),
  cwd: z.string().min(1),
  hook_event_name: z.string(),
  prompt: z.string().catch(''),
  stop_hook_active: z.boolean().catch(false),
  agent_id: z.string().optional().catch(undefined),
});

/** What an agent says on the stdin of its hook. Whatever it says, the agent is let go on: an unreadable call says why. */
export function readCall(text: string, { title, events, said }: Dialect): HookCall {
  const parsed = callSchema.safeParse(jsonIn(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') || 'the input';
    return { kind: 'unreadable', why: `the hook's input is not what ${title} sends (${where}: ${issue?.message})` };
  }
  const { session_id: session, cwd, hook_event_name: event, prompt, stop_hook_active: isSentBack } = parsed.data;
  if (parsed.data.agent_id !== undefined) return { kind: 'other' };
  if (event === events.begin) return { kind: 'begin', session, cwd, prompt };
  if (event !== events.end)
    return {
      kind: 'unreadable',
      why: `the hook was called for ${event}; this version knows ${events.begin} and ${events.end}`,
    };
  const last = parsed.data[said];
  return { kind: 'end', session, cwd, isSentBack, said: typeof last === 'string' ? last : '' };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
