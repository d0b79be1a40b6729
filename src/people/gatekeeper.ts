import { createInterface } from 'node:readline';
import type { GateAnswer, Gatekeeper } from '../ports/index.ts';
import { isTimeout, within } from '../ports/within.ts';

export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean };
}

/** The longest delay that a timer supports. */
const LONGEST_MS = 2 ** 31 - 1;
/** How long earlier keystrokes may take to arrive. */
const DRAIN_MS = 150;
const HELP = 'approve, reject or abort; a reason may follow';
const ANSWERS: Record<string, GateAnswer['answer']> = {
  a: 'approve',
  approve: 'approve',
  y: 'approve',
  yes: 'approve',
  r: 'reject',
  reject: 'reject',
  n: 'reject',
  no: 'reject',
  x: 'abort',
  abort: 'abort',
};

/** `view`: a live view owns the terminal and shows the question; its answer arrives through Control, like that of `jumar gate`. */
export type QuestionChannel = Terminal | 'view' | null;

/** Asks on the terminal if there is one; else waits for `jumar gate` if `wait` is set; else returns 'nobody'. */
export function createGatekeeper(terminal: QuestionChannel): Gatekeeper {
  return {
    async ask({ gate, timeoutMs, wait }, signal) {
      if (!terminal && !wait) return 'nobody';
      try {
        return await within(Math.min(timeoutMs, LONGEST_MS), signal, (either) =>
          terminal && terminal !== 'view'
            ? prompt(terminal, wait ? null : gate.question, either)
            : new Promise<never>(() => {}),
        );
      } catch (error) {
        signal.throwIfAborted();
        if (isTimeout(error)) return 'timeout';
        throw error;
      }
    },
  };
}

/** `reject it deletes the parser` → reject, with the rest as the reason; null for anything else. */
export function readAnswer(line: string): Omit<GateAnswer, 'by'> | null {
  const [word = '', ...rest] = line.trim().split(/\s+/);
  const key = word.toLowerCase();
  const answer = Object.hasOwn(ANSWERS, key) ? ANSWERS[key] : undefined;
  return answer ? { answer, reason: rest.join(' ') || null } : null;
}

/**
 * Ctrl-C interrupts the loop here too. `question` is null if it was already printed for people who answer from
 * another terminal.
 */
function prompt(
  { input, output }: Terminal,
  question: string | null,
  signal: AbortSignal,
): Promise<GateAnswer | 'nobody'> {
  // No prompt until the question is printed: readline would show it whenever it clears the line.
  const lines = createInterface({ input, output, prompt: '' });
  return new Promise<GateAnswer | 'nobody'>((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    lines.once('close', () => resolve('nobody'));
    const ask = () => {
      if (lines.terminal) lines.write(null, { ctrl: true, name: 'u' });
      lines.on('line', (line) => {
        const answer = readAnswer(line);
        if (answer) resolve({ ...answer, by: 'terminal' });
        else lines.prompt();
      });
      output.write(question === null ? '\n' : `\n${question}\n`);
      lines.setPrompt(`${HELP}: `);
      lines.prompt();
    };
    // Input typed before the question is not an answer: it arrives first and is dropped.
    const timer = setTimeout(ask, DRAIN_MS);
    lines.once('close', () => clearTimeout(timer));
  }).finally(() => lines.close());
}
