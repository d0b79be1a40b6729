import { abortOnInterrupt } from '../../../app/interrupts.ts';
import { answerToProblem, type HookAnswer } from '../../hooks/answer.ts';
import { dialectOf } from '../../hooks/index.ts';
import { runHook } from '../../hooks/run-hook.ts';
import { appContext, type CommandContext } from './context.ts';

const MAX_INPUT = 10_000_000;

/** Exits with 0 whatever happens: an agent takes some exit codes for a reason to go on working. */
export async function answerHook(context: CommandContext, agent: string): Promise<number> {
  const controller = new AbortController();
  const dispose = abortOnInterrupt(controller, () => {});
  try {
    const input = await readInput(context);
    print(
      context,
      await runHook({ ...appContext(context), note: () => {} }, dialectOf(agent), input, controller.signal),
    );
  } catch (error) {
    print(context, answerToProblem((error as Error).message));
  } finally {
    dispose();
  }
  return 0;
}

function print({ stdout }: CommandContext, answer: HookAnswer): void {
  if (answer !== null) stdout.write(`${JSON.stringify(answer)}\n`);
}

async function readInput({ stdin }: CommandContext): Promise<string> {
  if (stdin.isTTY) throw new Error('an agent calls this with JSON on stdin; people run: jumar hook install <agent>');
  let text = '';
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += chunk;
    if (text.length > MAX_INPUT) throw new Error(`the hook's input is longer than ${MAX_INPUT} characters`);
  }
  return text;
}
