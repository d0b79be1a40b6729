import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LoopReading, setupOutput } from '../../../app/loop-reading.ts';
import type { IterationState } from '../../../core/state/state.ts';
import { UsageError } from '../../../system/usage-error.ts';
import { commandText } from '../../reports/end-verification.ts';
import { iterationReceipt } from '../../reports/receipt.ts';
import { iterationText } from '../text/iteration.ts';
import type { CommandContext } from './context.ts';
import { say } from './output.ts';

/** Shows one iteration, or only its prompt, or what its agent or its checks printed, unchanged. */
export async function showIteration(
  context: CommandContext,
  { entry, state }: LoopReading,
  n: number,
  options: { json?: boolean; prompt?: boolean; output?: boolean; checks?: boolean },
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
    await printOutput(context, join(folder, iteration.agent.outputFile));
  } else if (options.checks) {
    await printChecks(context, { entry, state }, iteration);
  } else if (options.json) {
    context.stdout.write(`${JSON.stringify(iterationReceipt(iteration), null, 2)}\n`);
  } else say(context, iterationText(state, iteration, folder));
  return 0;
}

/** What the setup command and each check printed, below a line that names the command. */
async function printChecks(
  { stdout }: CommandContext,
  { entry, state }: Pick<LoopReading, 'entry' | 'state'>,
  { n, verdicts }: IterationState,
): Promise<void> {
  const setup = setupOutput(entry, n);
  const checks = (verdicts ?? []).flatMap((verdict): [string, string][] =>
    verdict.outputFile ? [[commandText(state, verdict), join(entry.paths.folder, verdict.outputFile)]] : [],
  );
  const outputs: [string, string][] = [[state.settings.verify.setup ?? 'setup', setup], ...checks];
  const found = outputs.filter(
    ([, file], index) => existsSync(file) && outputs.findIndex(([, one]) => one === file) === index,
  );
  if (found.length === 0) throw new UsageError(`iteration ${n} has no output of checks: none ran`);
  for (const [command, file] of found) {
    stdout.write(`$ ${command}\n`);
    for await (const chunk of createReadStream(file)) stdout.write(chunk);
  }
}

/** All that the agent printed: its errors lie in a file of their own if its output is a stream of events. */
async function printOutput({ stdout }: CommandContext, path: string): Promise<void> {
  for (const file of [path, `${path}.stderr`]) {
    if (!existsSync(file)) continue;
    for await (const chunk of createReadStream(file)) stdout.write(chunk);
  }
}
