import { createInterface } from 'node:readline/promises';
import type { CommandContext } from './context.ts';

/** A person's yes; false without a terminal. */
export async function askYesNo({ stdin, stderr }: CommandContext, question: string): Promise<boolean> {
  if (!stdin.isTTY || !stderr.isTTY) return false;
  const lines = createInterface({ input: stdin });
  stderr.write(`${question}\n  continue? [y/N] `);
  try {
    for await (const line of lines) return /^\s*y(?:es)?\s*$/i.test(line);
    return false;
  } finally {
    lines.close();
  }
}
