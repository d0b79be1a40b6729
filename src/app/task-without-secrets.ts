import { redactor } from '../redact/redact.ts';
import type { AppContext } from './context.ts';

/**
 * The task as it is recorded, shown, committed and given to the agent: one text, so that a resume builds the same prompt.
 * What looks like a secret is replaced by a mark, and the caller is warned.
 */
export function taskWithoutSecrets({ env, warn }: Pick<AppContext, 'env' | 'warn'>, task: string): string {
  const redacted = redactor(env)(task);
  if (redacted === task) return task;
  const marks = (text: string) => text.match(/\[redacted [^[\]]+\]/g) ?? [];
  const before: string[] = marks(task);
  const added = [...new Set(marks(redacted))].filter((mark) => !before.includes(mark));
  warn?.(
    `the task contains what looks like a secret. The log, the reports and the prompt have ${added.join(', ')} in its place. If the agent needs the secret, put it into a variable and name that in agent.env.`,
  );
  return redacted;
}
