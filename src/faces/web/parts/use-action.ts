import { useState } from 'react';
import { act, type CommandResult } from '../data/api.ts';

/** What came of the last thing that a person did here. */
export interface Done {
  ok: boolean;
  command: string | null;
  text: string;
}

/** Runs actions one at a time, and keeps what came of the last one. */
export function useAction(project: string) {
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<Done | null>(null);
  const run = async (action: Record<string, unknown>): Promise<CommandResult | null> => {
    setBusy(true);
    try {
      const result = await act(project, action);
      const text = (result.ok ? result.stdout || result.stderr : result.stderr || result.stdout).trim();
      setDone({ ok: result.ok, command: result.command.map(quoted).join(' '), text });
      return result;
    } catch (error) {
      setDone({ ok: false, command: null, text: (error as Error).message });
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, done, run };
}

/** As a person would type it. */
function quoted(word: string): string {
  return /^[\w./:=@,%+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
