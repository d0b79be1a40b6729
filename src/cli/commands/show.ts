import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../config/errors.ts';
import type { Decision } from '../../core/decision.ts';
import { changesIn, type IterationState } from '../../core/state.ts';
import { completionReport, nameOf } from '../../reporters/markdown.ts';
import { iterationReceipt, receiptOf } from '../../reporters/receipt.ts';
import { recoveriesOf } from '../../reporters/recovery-rows.ts';
import type { CommandContext } from '../context.ts';
import { type LoopReading, readLoop, splitTarget } from '../loop-reading.ts';
import { say } from '../output.ts';

interface ShowOptions {
  json?: boolean;
  prompt?: boolean;
  output?: boolean;
}

export default async function show(
  context: CommandContext,
  first: string | undefined,
  second: string | undefined,
  options: ShowOptions,
): Promise<number> {
  const { loop, trees } = splitTarget([first, second]);
  const reading = await readLoop(context, loop);
  const [tree] = trees;
  if (tree === undefined) {
    if (options.prompt || options.output) throw new UsageError('name an iteration', 'jumar show <loop> 1 --prompt');
    const { state } = reading;
    if (options.json) context.stdout.write(`${JSON.stringify(receiptOf(state), null, 2)}\n`);
    else say(context, completionReport(state));
    return 0;
  }
  return showIteration(context, reading, Number(tree), options);
}

async function showIteration(context: CommandContext, { entry, state }: LoopReading, n: number, options: ShowOptions) {
  const iteration = state.iterations[n];
  if (!iteration)
    throw new UsageError(`${state.id} has no iteration ${n}`, `it has 0 to ${state.iterations.length - 1}`);
  const at = (file: string) => join(entry.paths.folder, file);
  if (options.prompt) {
    if (!iteration.prompt) throw new UsageError(`iteration ${n} was not made by an agent, so it has no prompt`);
    context.stdout.write(await readFile(at(iteration.prompt.file), 'utf8'));
    return 0;
  }
  if (options.output) {
    if (!iteration.agent) throw new UsageError(`iteration ${n} has no output of an agent`);
    for await (const chunk of createReadStream(at(iteration.agent.outputFile))) context.stdout.write(chunk);
    return 0;
  }
  const receipt = iterationReceipt(iteration);
  if (options.json) {
    context.stdout.write(`${JSON.stringify(receipt, null, 2)}\n`);
    return 0;
  }
  const lines = [
    `${state.id} #${n}`,
    `  decision  ${iteration.decision ? told(iteration.decision) : 'none yet'}`,
    ...recoveriesOf(state, n).map((line, index) => `  ${index === 0 ? 'recovery' : '        '}  ${line}`),
    `  score     ${iteration.score ?? 'unknown'}`,
    `  started   from iteration ${iteration.parent ?? 'none'}`,
    `  changed   ${changedText(iteration)}${iteration.byHand ? ', by hand' : ''}`,
    ...(iteration.snapshot?.notes ?? []).map((note) => `  note      ${note}`),
    ...(iteration.agent ? [`  agent     ${iteration.agent.reason}, output in ${at(iteration.agent.outputFile)}`] : []),
    ...(iteration.prompt ? [`  prompt    ${at(iteration.prompt.file)}`] : []),
    ...(iteration.verdicts ?? []).flatMap((verdict) => [
      `  check     ${nameOf(state, verdict)} ${verdict.outcome}: ${verdict.reason}${verdict.outputFile ? `, output in ${at(verdict.outputFile)}` : ''}`,
      ...verdict.excerpt
        .split('\n')
        .filter(Boolean)
        .map((line) => `            ${line}`),
    ]),
  ];
  say(context, `${lines.join('\n')}\n`);
  return 0;
}

function changedText(iteration: IterationState): string {
  return iteration.changesUnknown ? 'what was not recorded' : changesIn(iteration)?.paths.join(', ') || 'nothing';
}

function told({ action, rule, confidence, reason }: Decision): string {
  return `${action} (${rule}, confidence ${confidence.toFixed(2)}): ${reason}`;
}
