import type { OnActivity } from '../agents/activity.ts';
import { type Redact, redactor } from '../redact/redact.ts';
import { redactFile } from '../redact/redact-file.ts';
import type { Ports } from './ports.ts';

/**
 * The same ports, with secrets hidden in whatever they store or hand to a prompt: outputs on disk, excerpts, the
 * agent's words, prompts. The agent and the checks themselves run as they are.
 */
export function redactedPorts(ports: Ports, env: NodeJS.ProcessEnv): Ports {
  const redact = redactor(env);
  const { agent, checker, commands, files } = ports;
  return {
    ...ports,
    agent: {
      ...agent,
      async run(request, signal) {
        const run = await agent.run(request, signal);
        await hide(request.outputFile, redact);
        await hide(`${request.outputFile}.stderr`, redact);
        const error = run.error && { ...run.error, message: redact(run.error.message) };
        return { ...run, error, excerpt: redact(run.excerpt), reason: redact(run.reason) };
      },
    },
    checker: {
      async verify(request, signal) {
        const { verdicts, ...told } = await checker.verify(request, signal);
        for (const { criterion, outputFile } of verdicts) {
          if (outputFile) await hide(request.outputPath(criterion).absolute, redact);
        }
        const hidden = verdicts.map((verdict) => ({
          ...verdict,
          excerpt: redact(verdict.excerpt),
          reason: redact(verdict.reason),
        }));
        return { ...told, verdicts: hidden };
      },
    },
    commands: {
      async run(request, signal) {
        const result = await commands.run(request, signal);
        await hide(request.outputFile, redact);
        if (request.streams === 'split') await hide(`${request.outputFile}.stderr`, redact);
        return { ...result, tail: redact(result.tail) };
      },
    },
    files: {
      ...files,
      write: (iteration, name, text) => files.write(iteration, name, redact(text)),
      read: async (iteration, name, maxChars) => {
        const text = await files.read(iteration, name, maxChars);
        return text === null ? null : redact(text);
      },
    },
  };
}

/** What the agent is doing, shown without secrets. */
export function redactedActivity(tell: OnActivity, env: NodeJS.ProcessEnv): OnActivity {
  const redact = redactor(env);
  return (activity) => {
    if (activity.type === 'waiting') return tell(activity);
    const event = Object.fromEntries(
      Object.entries(activity.event).map(([key, value]) => [key, typeof value === 'string' ? redact(value) : value]),
    );
    tell({ ...activity, event: event as typeof activity.event });
  };
}

/** A file that cannot be rewritten (a full disk) stays in the user's private folder as it is. */
async function hide(path: string, redact: Redact): Promise<void> {
  await redactFile(path, redact).catch(() => {});
}
