import { UsageError } from '../../../system/usage-error.ts';
import type { CliCommand } from '../support/command.ts';
import type { CommandContext } from '../support/context.ts';
import { say } from '../support/output.ts';

export const gate: CliCommand = {
  declare: (program) =>
    program
      .command('gate')
      .description('answer the open question of a loop: show, approve, reject or abort')
      .argument('<answer>')
      .argument('[loop]')
      .option('--reason <text>', 'reason to record in the log'),

  examples: [
    ['gate show', 'show the question'],
    ['gate approve --reason "the test was wrong"'],
    ['gate reject --reason "keep the old behaviour"'],
  ],

  async run(context, answer: string, loop: string | undefined, { reason }: { reason?: string }) {
    const { refuseBeneathAgent } = await import('../../../app/beneath-agent.ts');
    await refuseBeneathAgent(context, 'gate');
    if (answer === 'abort')
      return (await import('../support/end-loop.ts')).endLoop(context, { loop, toBest: true, reason });
    if (answer === 'show') return showGate(context, loop);
    if (answer === 'approve' || answer === 'reject') return giveAnswer(context, { answer, loop, reason });
    throw new UsageError(`'${answer}' is not an answer`, 'use show, approve, reject or abort');
  },
};

async function showGate(context: CommandContext, id: string | undefined): Promise<number> {
  const { readGate } = await import('../../../app/answer-gate.ts');
  const { loop, open } = await readGate(context, id);
  if (!open) context.stdout.write(`${loop} has no open question\n`);
  if (open?.question) say(context, `${open.question}\n`);
  for (const { text } of open?.blockers.filter((one) => one.text) ?? [])
    say(context, `#${open?.iteration.n}  ${text}\n`);
  return 0;
}

async function giveAnswer(
  context: CommandContext,
  request: { answer: 'approve' | 'reject'; loop: string | undefined; reason: string | undefined },
): Promise<number> {
  const [{ answerGate }, { limitCommand }] = await Promise.all([
    import('../../../app/answer-gate.ts'),
    import('../../reports/end-commands.ts'),
  ]);
  const { state, isRunning, endsLoop, completesLoop } = await answerGate(context, request);
  const verb = request.answer === 'approve' ? 'approved' : 'rejected';
  if (isRunning) {
    context.stdout.write(`${verb}; the running loop ${endsLoop ? 'ends' : 'continues'}\n`);
    return 0;
  }
  const next = endsLoop ? 'the loop stays stopped; to continue anyway' : 'continue with';
  const command = (completesLoop ? null : limitCommand(state)) ?? `jumar resume ${state.id}`;
  context.stdout.write(`${verb}; ${next}: ${command}\n`);
  return 0;
}
