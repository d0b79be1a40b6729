import type { CliCommand } from '../support/command.ts';
import { appContext } from '../support/context.ts';
import type { FaceOptions } from '../support/reporting.ts';
import {
  type AgentOptions,
  choicesOf,
  type LimitOptions,
  type MeasuringOptions,
  withAgent,
  withFace,
  withJson,
  withLimits,
  withMeasuring,
} from '../support/shared-options.ts';

type ResumeOptions = AgentOptions & LimitOptions & MeasuringOptions & FaceOptions;

export const resume: CliCommand = {
  declare: (program) =>
    withFace(withMeasuring(withJson(withAgent(withLimits(program.command('resume'), 'as before', 'as before')))))
      .description('continue a loop that was paused, interrupted, killed or stopped at a limit')
      .argument('[loop]')
      .option('-a, --agent-command <command>', 'continue with another agent'),

  examples: [
    ['resume', 'the latest loop here; if that is over, the latest that is not'],
    ['resume fix-the-parser --max-iterations 20', 'beyond the limit that ended it'],
    ['resume --agent codex', 'with another agent'],
  ],

  async run(context, loop: string | undefined, options: ResumeOptions) {
    context.beforeLoop?.();
    const [{ resumeLoop }, { exitCodeOf }, { runInterruptibly }, { sessionFace }] = await Promise.all([
      import('../../../app/resume-loop.ts'),
      import('../../../app/exit-code.ts'),
      import('../support/interruptible.ts'),
      import('../support/live-face.ts'),
    ]);
    const state = await runInterruptibly(
      context,
      { json: options.json, openFace: (place) => sessionFace(context, options, place) },
      (join) => resumeLoop(appContext(context), { loop, ...choicesOf(options) }, join),
    );
    return exitCodeOf(state);
  },
};
