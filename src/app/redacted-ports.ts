import { readExcerpt } from '../checks/criteria/shown.ts';
import type { Verdict } from '../core/criteria/verdict.ts';
import { excerptOf } from '../core/failures/excerpt.ts';
import { capturedChars } from '../core/progress/index.ts';
import type { OnActivity } from '../ports/activity.ts';
import type { Checker, Meter, Ports } from '../ports/index.ts';
import { type Redact, redactor } from '../redact/redact.ts';
import { redactFile } from '../redact/redact-file.ts';
import { redactedReport, redactFailure, redactFinding, redactMetrics } from './redact-results.ts';

/** How much of the agent's output is recorded, in characters. */
const AGENT_EXCERPT = 500;

/** A folder whose name people should not see: output names the other one instead. */
interface Rename {
  from: string;
  to: string;
}

/**
 * The same ports, with secrets redacted in every text that they store or add to a prompt: outputs on disk, excerpts, the
 * agent's messages, prompts. The agent and the checks themselves run unchanged, and so do names, paths and ids that the
 * loop uses later.
 */
export function redactedPorts(ports: Ports, env: NodeJS.ProcessEnv, rename?: Rename): Ports {
  const redact = redactionIn(env, rename);
  const { agent, checker, meter, commands, files, workspace, guardian, tests, mutator } = ports;
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
    guardian: {
      async inspect(request, signal) {
        const { findings, ...rest } = await guardian.inspect(request, signal);
        return { ...rest, findings: findings.map((finding) => redactFinding(finding, redact)) };
      },
    },
    tests: tests && {
      ...tests,
      async edit(request, signal) {
        const edited = await tests.edit(request, signal);
        const edits = edited.edits.map((one) => ({ ...one, before: redact(one.before), after: redact(one.after) }));
        return { ...edited, edits };
      },
    },
    mutator: mutator && {
      ...mutator,
      async mutate(request, signal) {
        const { mutants, ...rest } = await mutator.mutate(request, signal);
        const shown = mutants.map((one) => ({ ...one, before: redact(one.before), after: redact(one.after) }));
        return { ...rest, mutants: shown };
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

export function redactedChecker(checker: Checker, redact: Redact): Checker {
  return {
    async verify(request, signal) {
      const outputs = new Set<string>();
      const { verdicts, ...rest } = await checker.verify(
        { ...request, outputPath: noting(request.outputPath, outputs), report: redactedReport(request.report, redact) },
        signal,
      );
      const changedFiles = await hideAll(outputs, redact);
      const maxChars = capturedChars(request.settings.progress);
      const hidden: Verdict[] = [];
      for (const verdict of verdicts) {
        const path = verdict.outputFile ? request.outputPath(verdict.criterion).absolute : null;
        const changed = path !== null && changedFiles.has(path);
        // Redact first, then cut: no pattern would recognize half of a secret.
        const source = changed && path !== null ? await readExcerpt(path, maxChars) : verdict;
        hidden.push({
          ...verdict,
          excerpt: redact(source.excerpt),
          reason: redact(verdict.reason),
          ...(verdict.failures &&
            source.failures && { failures: source.failures.map((failure) => redactFailure(failure, redact)) }),
        });
      }
      return { ...rest, verdicts: hidden };
    },
  };
}

export function redactedMeter(meter: Meter, redact: Redact): Meter {
  return {
    async measure(request, checks, signal) {
      const outputs = new Set<string>();
      try {
        return redactMetrics(
          await meter.measure(
            {
              ...request,
              outputPath: noting(request.outputPath, outputs),
              report: redactedReport(request.report, redact),
            },
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

/** Records the output files of a command, to redact them once it has ended. */
function noting(outputPath: OutputPath, outputs: Set<string>): OutputPath {
  return (name) => {
    const place = outputPath(name);
    outputs.add(place.absolute);
    return place;
  };
}

/** Redacts all files and returns those that contained a secret. */
async function hideAll(paths: ReadonlySet<string>, redact: Redact): Promise<Set<string>> {
  const changed = new Set<string>();
  for (const path of paths) if (await hide(path, redact)) changed.add(path);
  return changed;
}

/** Returns whether the file contained a secret. If it cannot be rewritten (a full disk), it stays in the user's private
 * folder unchanged. */
async function hide(path: string, redact: Redact): Promise<boolean> {
  return redactFile(path, redact).catch(() => false);
}

function redactionIn(env: NodeJS.ProcessEnv, rename: Rename | undefined): Redact {
  const redact = redactor(env);
  return rename ? (text) => redact(text.replaceAll(rename.from, rename.to)) : redact;
}

/** Reports the activity of agents and checks with secrets redacted. */
export function redactedActivity(onActivity: OnActivity, env: NodeJS.ProcessEnv, rename?: Rename): OnActivity {
  const redact = redactionIn(env, rename);
  return (activity) => {
    if (activity.type === 'waiting') return onActivity(activity);
    if (activity.type === 'check-activity') {
      return onActivity({ ...activity, command: redact(activity.command), lines: activity.lines.map(redact) });
    }
    const event = Object.fromEntries(
      Object.entries(activity.event).map(([key, value]) => [key, typeof value === 'string' ? redact(value) : value]),
    );
    onActivity({ ...activity, event: event as typeof activity.event });
  };
}
