import { createInterface } from 'node:readline';
import { isTimeout, within } from '../process/within.ts';
import type { GateAnswer, Gatekeeper } from '../runner/ports.ts';

export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean };
}

/** The most that a timer can be set to. */
const LONGEST_MS = 2 ** 31 - 1;
/** How long what was typed earlier may take to come. */
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

/** A live view has the terminal: it shows the question, and its answer comes through Control like one of `jumar gate`. */
export type Asking = Terminal | 'view' | null;

/** Asks on the terminal where there is one; else waits for `jumar gate` where that is wished, or says that nobody is there. */
export function createGatekeeper(terminal: Asking): Gatekeeper {
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
 * Ctrl-C in the question interrupts the loop, as it does everywhere else. Where the question was told to whoever may answer
 * from elsewhere, it stands there already.
 */
function prompt(
  { input, output }: Terminal,
  question: string | null,
  signal: AbortSignal,
): Promise<GateAnswer | 'nobody'> {
  // Without a prompt until the question stands: readline shows it whenever it clears the line.
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
    // What was typed before the question is no answer to it: it comes first, and nobody listens.
    const later = setTimeout(ask, DRAIN_MS);
    lines.once('close', () => clearTimeout(later));
  }).finally(() => lines.close());
}
