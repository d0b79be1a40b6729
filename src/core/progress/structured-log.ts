import { fenced } from '../text/fence.ts';
import { oneLine } from '../text/one-line.ts';
import type { CheckContext, IterationContext, NotesLimits, ProgressStrategy } from './notes.ts';

const MAX_PATHS = 12;
const MAX_OTHERS = 5;

/** One JSON object an iteration, for prompts and programs that want facts and no prose. */
export const structuredLog: ProgressStrategy = {
  name: 'structured-log',
  entry: (context, limits) => JSON.stringify(logged(context, limits), null, 2),
  text: (contexts, limits) =>
    fenced(
      JSON.stringify(
        contexts.map((context) => logged(context, limits)),
        null,
        2,
      ),
    ),
};

function logged(context: IterationContext, { maxChars }: NotesLimits) {
  const [first, ...others] = context.checks.filter(({ outcome }) => outcome !== 'pass');
  const failed = first ?? context.checks[0];
  const { count, paths } = context.filesChanged;
  return {
    iteration: context.iteration,
    command: failed ? oneLine(failed.command ?? failed.text) : null,
    outcome: failed?.outcome ?? null,
    exit_code: failed?.exitCode ?? null,
    duration_ms: failed ? Math.round(failed.durationMs) : null,
    files_changed: paths.slice(0, MAX_PATHS).map((path) => oneLine(path, 120)),
    files_changed_count: count,
    error_summary: firstError(context.checks, maxChars),
    ...(failed?.metric && { check: oneLine(failed.text), result: oneLine(failed.reason) }),
    ...(others.length > 0 && { also_failed: others.slice(0, MAX_OTHERS).map((check) => alsoFailed(check, maxChars)) }),
    ...(context.sameAs !== null && { same_files_as: context.sameAs }),
    ...(context.remarks.length > 0 && { remarks: context.remarks.map((remark) => oneLine(remark)) }),
    ...(context.rolledBack !== null && { rolled_back: oneLine(context.rolledBack) }),
    ...(context.agentProblem !== null && { agent: oneLine(context.agentProblem) }),
    ...(context.byHand && { by_hand: true }),
  };
}

function alsoFailed(check: CheckContext, maxChars: number) {
  const share = Math.max(1, Math.floor(maxChars / MAX_OTHERS));
  return { check: oneLine(check.text), result: oneLine(check.reason), error_summary: firstError([check], share) };
}

/** The first failure that was understood, else the end of what was printed; null if nothing failed. */
function firstError(checks: readonly CheckContext[], maxChars: number): string | null {
  const failed = checks.filter(({ outcome }) => outcome !== 'pass');
  const failure = failed.flatMap(({ failures }) => failures)[0];
  if (failure) {
    return oneLine([failure.name, failure.message, failure.location].filter((part) => part).join(' | '), maxChars);
  }
  const printed = failed.find(({ output }) => output.trim() !== '');
  if (printed) return oneLine(printed.output.trim().split('\n').slice(-3).join(' '), maxChars);
  return failed[0] ? oneLine(failed[0].reason, maxChars) : null;
}
