import { join } from 'node:path';
import { memoryWindow } from '../../../core/reflection/relevance.ts';
import { stuckReflection } from '../../../core/reflection/stuck.ts';
import type { LoopState } from '../../../core/state/state.ts';

/** The reflection of one iteration, or the index if `n` is null; empty without reflections. */
export async function reflectionFiles(state: LoopState, n: number | null): Promise<{ path: string; text: string }[]> {
  if (n !== null) {
    if (!state.iterations[n]?.reflected) return [];
    return [{ path: join('reflections', `iteration-${n}.yaml`), text: await reflectionFile(state, n) }];
  }
  if (!state.iterations.some(({ reflected }) => reflected)) return [];
  return [{ path: join('reflections', 'index.yaml'), text: await reflectionIndex(state) }];
}

/** `reflections/iteration-N.yaml`: the reflection on one failed iteration, for people. */
async function reflectionFile(state: LoopState, n: number): Promise<string> {
  const iteration = state.iterations[n];
  if (!iteration?.reflected) throw new Error(`iteration ${n} of ${state.id} has no reflection`);
  const { reflection, summary, problem } = iteration.reflected;
  return yaml({
    loop_id: state.id,
    iteration: n,
    task: state.task,
    task_type: state.taskType,
    source: reflection.source,
    ...(problem !== null && { model_problem: problem }),
    summary: summary.text,
    reflection: {
      kind: reflection.kind,
      what_failed: reflection.whatFailed,
      why: reflection.why,
      what_to_try: reflection.whatToTry,
    },
    evidence: {
      failing_tests: reflection.failing,
      fixed_tests: reflection.fixed,
      broken_tests: reflection.broken,
      files_changed: reflection.files,
      repeats: reflection.repeats,
    },
    outcome: {
      score: iteration.score,
      classification: iteration.classification,
      decision: iteration.decision?.action ?? null,
    },
  });
}

/** `reflections/index.yaml`: all reflections, and how often each kind occurs. */
async function reflectionIndex(state: LoopState): Promise<string> {
  const reflected = state.iterations.filter(({ reflected }) => reflected !== null);
  const counts = new Map<string, number>();
  for (const { reflected: result } of reflected) {
    const kind = result?.reflection.kind ?? 'unknown';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return yaml({
    loop_id: state.id,
    task_type: state.taskType,
    window: memoryWindow(state),
    stuck: stuckReflection(state)?.iterations ?? [],
    reflections: reflected.map(({ n, reflected: result }) => ({
      iteration: n,
      file: `iteration-${n}.yaml`,
      kind: result?.reflection.kind,
      what_failed: result?.reflection.whatFailed,
    })),
    patterns: [...counts].map(([kind, count]) => ({ kind, count })),
    lessons: (state.lessons ?? []).map(({ loop }) => loop),
  });
}

/** Loads the YAML module only when needed. */
async function yaml(value: unknown): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(value, { lineWidth: 120 });
}
