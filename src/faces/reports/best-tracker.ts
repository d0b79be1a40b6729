import { trajectoryOf } from '../../core/analytics/trajectory.ts';
import { isOptimising } from '../../core/selection/goal.ts';
import { whyHeldBack } from '../../core/selection/held-back.ts';
import { type Selection, selectionOf } from '../../core/selection/selection.ts';
import { judgedByHand, judgedLaunches, type LoopState } from '../../core/state/state.ts';

/** `best-tracker.json`: the iteration that Jumar would keep if the loop ended now. */
export function bestTracker(state: LoopState) {
  const best = state.best === null ? undefined : state.iterations[state.best];
  return {
    loop_id: state.id,
    current_best: state.best,
    best_quality_score: best?.score ?? null,
    best_artifacts_path: best ? artifactsPath(best.n) : null,
    commit: best?.snapshot?.commit ?? null,
    tree: best?.snapshot?.tree ?? null,
    updated_at: new Date(best?.endedAt ?? state.lastAt).toISOString(),
  };
}

/** `trajectory.json`: every judged iteration, and the result of the selection. */
export function trajectoryFile(state: LoopState, applied: readonly string[] | null = null) {
  const selection = selectionOf(state);
  const optimising = isOptimising(state);
  return {
    loop_id: state.id,
    total_iterations: judgedLaunches(state),
    iterations_by_hand: judgedByHand(state),
    iterations: trajectoryOf(state).map((point) => ({
      iteration: point.iteration,
      timestamp: new Date(point.at).toISOString(),
      quality_score: point.score,
      quality_delta: point.delta,
      ...(optimising && { objective: point.objective }),
      classification: point.classification,
      verified: point.verified,
      best: state.iterations[point.iteration]?.best ?? null,
      is_best_iteration: point.best,
      decision: point.decision.action,
      reason: point.decision.reason,
    })),
    selection: selection && {
      selected_iteration: selection.selected,
      final_iteration: selection.final,
      selection_criteria: {
        primary: optimising ? 'best_objective' : 'highest_quality_score',
        among: ['verified', 'no_blocking_finding'],
        threshold: state.settings.score.acceptance,
      },
      selected_quality: state.iterations[selection.selected]?.score ?? null,
      final_quality: state.iterations[selection.final]?.score ?? null,
      delta: selection.difference,
      improvement_percentage: selection.percent,
      reason_final_not_selected: whyNotFinal(state, selection),
      ...(selection.objective && { objective: selection.objective }),
      degradation: selection.degradation && {
        degradation_started: selection.degradation.began,
        pattern: selection.degradation.pattern.replaceAll('-', '_'),
        iterations_after_peak: selection.degradation.iterationsAfterPeak,
        quality_loss_percentage: selection.degradation.loss,
      },
      rationale: selection.rationale,
      artifacts_applied: {
        source: artifactsPath(selection.selected),
        destination: state.workspace.root,
        files_copied: applied,
      },
    },
  };
}

function whyNotFinal(state: LoopState, { selected, final, degradation }: Selection): string | null {
  const last = state.iterations[final];
  if (selected === final || !last) return null;
  const held = whyHeldBack(state, last);
  if (held !== null) return held;
  return degradation ? `quality fell from iteration ${degradation.began} on` : 'no later iteration was better';
}

const artifactsPath = (n: number) => `iterations/iteration-${String(n).padStart(3, '0')}`;
