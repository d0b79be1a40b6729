import type { OnActivity } from '../agents/activity.ts';
import { excerptOf } from '../core/excerpt.ts';
import type { Verdict } from '../core/verdict.ts';
import { shownOf } from '../criteria/shown.ts';
import { capturedChars } from '../notes/index.ts';
import { type Redact, redactor } from '../redact/redact.ts';
import { redactFile } from '../redact/redact-file.ts';
import { hiddenFailure, hiddenMetrics, hiddenTell } from './hidden-words.ts';
import type { Checker, Meter, Ports } from './ports.ts';

/** How much of the agent's words is recorded, in characters. */
const AGENT_EXCERPT = 500;

/**
 * The same ports, with secrets hidden in whatever they store or hand to a prompt: outputs on disk, excerpts, the
 * agent's words, prompts. The agent and the checks themselves run as they are.
 */
export function redactedPorts(ports: Ports, env: NodeJS.ProcessEnv): Ports {
  const redact = redactor(env);
  const { agent, checker, meter, commands, files, workspace } = ports;
  return {
    ...ports,
    agent: {
      ...agent,
      async run(request, signal) {
        const run = await agent.run(request, signal);
        await hide(request.outputFile, redact);
        await hide(`${request.outputFile}.stderr`, redact);
        const error = run.error && { ...run.error, message: redact(run.error.message) };
        return { ...run, error, excerpt: excerptOf(redact(run.excerpt), AGENT_EXCERPT), reason: redact(run.reason) };
      },
    },
    checker: redactedChecker(checker, redact),
    meter: redactedMeter(meter, redact),
    workspace: {
      ...workspace,
      ...(workspace.patch && {
        patch: async (from: string, to: string) =>
          Buffer.from(redact((await workspace.patch?.(from, to))?.toString('utf8') ?? '')),
      }),
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

export function redactedChecker(checker: Checker, redact: Redact): Checker {
  return {
    async verify(request, signal) {
      const outputs = new Set<string>();
      const { verdicts, ...told } = await checker.verify(
        { ...request, outputPath: noting(request.outputPath, outputs), tell: hiddenTell(request.tell, redact) },
        signal,
      );
      const changedFiles = await hideAll(outputs, redact);
      const maxChars = capturedChars(request.settings.progress);
      const hidden: Verdict[] = [];
      for (const verdict of verdicts) {
        const path = verdict.outputFile ? request.outputPath(verdict.criterion).absolute : null;
        const changed = path !== null && changedFiles.has(path);
        // Hidden first, cut afterwards: of a secret that the cut parted, no pattern would know the rest.
        const shown = changed && path !== null ? await shownOf(path, maxChars) : verdict;
        hidden.push({
          ...verdict,
          excerpt: redact(shown.excerpt),
          reason: redact(verdict.reason),
          ...(verdict.failures &&
            shown.failures && { failures: shown.failures.map((failure) => hiddenFailure(failure, redact)) }),
        });
      }
      return { ...told, verdicts: hidden };
    },
  };
}

export function redactedMeter(meter: Meter, redact: Redact): Meter {
  return {
    async measure(request, checks, signal) {
      const outputs = new Set<string>();
      try {
        return hiddenMetrics(
          await meter.measure(
            { ...request, outputPath: noting(request.outputPath, outputs), tell: hiddenTell(request.tell, redact) },
            checks,
            signal,
          ),
          redact,
        );
      } finally {
        await hideAll(outputs, redact);
      }
    },
  };
}

type OutputPath = (name: string) => { absolute: string; relative: string };

/** Whatever output a command was given a place for is looked through once it has ended. */
function noting(outputPath: OutputPath, outputs: Set<string>): OutputPath {
  return (name) => {
    const place = outputPath(name);
    outputs.add(place.absolute);
    return place;
  };
}

/** Those that held a secret. */
async function hideAll(paths: ReadonlySet<string>, redact: Redact): Promise<Set<string>> {
  const changed = new Set<string>();
  for (const path of paths) if (await hide(path, redact)) changed.add(path);
  return changed;
}

/** Whether it held a secret. A file that cannot be rewritten (a full disk) stays in the user's private folder as it is. */
async function hide(path: string, redact: Redact): Promise<boolean> {
  return redactFile(path, redact).catch(() => false);
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
