import type { Verdict } from '../criteria/verdict.ts';
import { sameTreeBefore } from '../recovery/diagnose.ts';
import { type IterationState, isNoop, type LoopState } from '../state/state.ts';
import { pristineLines, promptRemarks } from '../verification/prompt-remarks.ts';
import type { CheckContext, IterationContext } from './notes.ts';
import { summaryByRules } from './summary-by-rules.ts';

/** The facts of a judged iteration for the prompt. */
export function contextOf(state: LoopState, iteration: IterationState): IterationContext {
  const { agent, decision, snapshot } = iteration;
  const unchanged = isNoop(iteration) || !snapshot || snapshot.changes.files === 0;
  const context: Omit<IterationContext, 'summary'> = {
    iteration: iteration.n,
    byHand: iteration.byHand,
    agentProblem: agent && agent.outcome !== 'ok' ? agent.reason : null,
    filesChanged: unchanged
      ? { count: 0, paths: [] }
      : { count: snapshot.changes.files, paths: snapshot.changes.paths },
    sameAs: unchanged ? null : (sameTreeBefore(state, iteration)?.n ?? null),
    rolledBack: decision?.action === 'rollback' ? decision.reason : null,
    remarks: promptRemarks(iteration, state),
    pristine: pristineLines(state, iteration, state.settings.progress.maxChars),
    checks: (iteration.verdicts ?? []).map((verdict) => checkOf(state, verdict)),
  };
  return { ...context, summary: iteration.reflected?.summary ?? { text: summaryByRules(context), source: 'rules' } };
}

function checkOf(state: LoopState, verdict: Verdict): CheckContext {
  const criterion = state.criteria.find(({ id }) => id === verdict.criterion);
  const { outcome, exitCode, reason, durationMs, excerpt, failures } = verdict;
  return {
    command: criterion && 'command' in criterion ? criterion.command : (verdict.command ?? null),
    metric: criterion?.kind === 'metric',
    text: criterion?.text ?? verdict.criterion,
    outcome,
    exitCode,
    reason,
    durationMs,
    output: excerpt,
    failures: failures ?? [],
  };
}
