import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoopReading } from '../../../app/loop-reading.ts';
import { UsageError } from '../../../system/usage-error.ts';
import { iterationReceipt } from '../../reports/receipt.ts';
import { iterationText } from '../text/iteration.ts';
import type { CommandContext } from './context.ts';
import { say } from './output.ts';

/** Shows one iteration, or only its prompt or agent output, unchanged. */
export async function showIteration(
  context: CommandContext,
  { entry, state }: LoopReading,
  n: number,
  options: { json?: boolean; prompt?: boolean; output?: boolean },
): Promise<number> {
  const { folder } = entry.paths;
  const iteration = state.iterations[n];
  if (!iteration)
    throw new UsageError(`${state.id} has no iteration ${n}`, `it has 0 to ${state.iterations.length - 1}`);
  if (options.prompt) {
    if (!iteration.prompt) throw new UsageError(`iteration ${n} has no prompt: no agent made it`);
    context.stdout.write(await readFile(join(folder, iteration.prompt.file), 'utf8'));
  } else if (options.output) {
    if (!iteration.agent) throw new UsageError(`iteration ${n} has no agent output`);
    for await (const chunk of createReadStream(join(folder, iteration.agent.outputFile))) context.stdout.write(chunk);
  } else if (options.json) {
    context.stdout.write(`${JSON.stringify(iterationReceipt(iteration), null, 2)}\n`);
  } else say(context, iterationText(state, iteration, folder));
  return 0;
}
