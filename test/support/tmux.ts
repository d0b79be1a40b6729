import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { CLI, type CliOptions, cleanEnvironment } from './cli.ts';
import { until } from './until.ts';

export interface Terminal {
  /** What is on the screen now, line by line. */
  screen(): string[];
  /** The screen with what was scrolled out of it. */
  scrollback(): string;
  press(...keys: string[]): void;
  resize(columns: number, rows: number): void;
  /** Waits until the screen shows it. */
  shows(what: string | RegExp): Promise<void>;
  /** Whether the cursor is seen, and whether the screen is one of the command's own. */
  modes(): { cursor: boolean; ownScreen: boolean };
  /** The exit code of the command, once it has ended. */
  exit(): Promise<number>;
}

/** A machine with other work may take a minute for what usually takes a second. */
export const PATIENCE_MS = 240_000;

let terminals = 0;

/** The built command line in a real terminal of that size, on a tmux server of its own that ends with the test. */
export function inTerminal(
  args: readonly string[],
  { cwd, home, env = {} }: CliOptions,
  [columns, rows]: readonly [number, number] = [100, 30],
): Terminal {
  terminals += 1;
  const server = `jumar-test-${process.pid}-${terminals}`;
  const all = { ...cleanEnvironment(), JUMAR_HOME: home, LANG: 'C.UTF-8', LC_ALL: '', ...env };
  const variables = Object.entries(all).filter(([name]) => !/^(?:CI|GITHUB_ACTIONS|TMUX|TERM|NO_COLOR)$/.test(name));
  const tmux = (...words: string[]) =>
    execFileSync('tmux', ['-u', '-L', server, '-f', '/dev/null', ...words], {
      encoding: 'utf8',
      env: {
        ...Object.fromEntries(variables),
        TERM: 'xterm-256color',
        ...('NO_COLOR' in env && { NO_COLOR: env.NO_COLOR }),
      },
    });
  const command = [process.execPath, CLI, ...args].map(quoted).join(' ');
  const size = ['-x', String(columns), '-y', String(rows)];
  // The shell stays after the command, so that its last screen stays visible.
  tmux('new-session', '-d', '-s', 'main', ...size, '-c', cwd, `${command}; echo "exit=$?"; exec sleep 600`);
  onTestFinished(() => void tmux('kill-server'));
  const screen = () => tmux('capture-pane', '-p', '-t', 'main').split('\n');
  const scrollback = () => tmux('capture-pane', '-p', '-S', '-', '-t', 'main');
  const shows = (what: string | RegExp) => {
    let last = '';
    const isVisible = () => {
      last = screen().join('\n');
      return typeof what === 'string' ? last.includes(what) : what.test(last);
    };
    return until(`the terminal shows ${what}`, isVisible, PATIENCE_MS).catch((error: Error) => {
      throw new Error(`${error.message}; it showed\n${last}`);
    });
  };
  return {
    screen,
    scrollback,
    shows,
    press: (...keys) => void tmux('send-keys', '-t', 'main', ...keys),
    resize: (width, height) => void tmux('resize-window', '-t', 'main', '-x', String(width), '-y', String(height)),
    modes() {
      const [cursor, ownScreen] = tmux('display', '-p', '-t', 'main', '#{cursor_flag} #{alternate_on}')
        .trim()
        .split(' ');
      return { cursor: cursor === '1', ownScreen: ownScreen === '1' };
    },
    async exit() {
      await shows(/exit=\d+/);
      return Number(/exit=(\d+)/.exec(screen().join('\n'))?.[1]);
    },
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
