import type { KeyPress } from './keys.ts';

export interface Shell {
  size(): { columns: number; rows: number };
  show(lines: readonly string[]): void;
  /** Restores the terminal and its previous content. */
  close(): void;
}

interface ShellOptions {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  onKey(key: KeyPress): void;
  onResize(): void;
}

const ENTER = '\u001b[?1049h\u001b[2J\u001b[H';
const LEAVE = '\u001b[?1049l';
const CLEAR = '\u001b[2J\u001b[H';

/**
 * Opens the alternate screen, drawn by Ink, which is loaded only here. Show fewer rows than the terminal has: at full
 * height Ink clears the scrollback.
 */
export async function openShell({ stdin, stdout, onKey, onResize }: ShellOptions): Promise<Shell> {
  const { mount } = await import('./app.ts');
  let lines: readonly string[] = [];
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  // Registered before Ink's handler: clears the rewrapped old lines before Ink draws.
  const resized = () => {
    stdout.write(CLEAR);
    onResize();
  };
  stdout.write(ENTER);
  stdout.on('resize', resized);
  const ink = mount({ rows: { subscribe, get: () => lines }, onKey }, stdin, stdout);
  let open = true;
  const close = () => {
    if (!open) return;
    open = false;
    process.off('exit', close);
    stdout.off('resize', resized);
    ink.clear();
    ink.unmount();
    stdout.write(LEAVE);
  };
  // A second Ctrl-C exits immediately.
  process.on('exit', close);
  return {
    size: () => ({ columns: stdout.columns || 80, rows: Math.max(2, (stdout.rows || 24) - 1) }),
    show(next) {
      lines = next;
      for (const listener of listeners) listener();
    },
    close,
  };
}
