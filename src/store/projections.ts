import { join } from 'node:path';
import type { LoopEvent } from '../core/events.ts';
import type { LoopState } from '../core/state.ts';
import { testsOf } from '../reporters/format.ts';
import { completionReport } from '../reporters/markdown.ts';
import { iterationReceipt, receiptOf } from '../reporters/receipt.ts';
import { selectionReport } from '../reporters/selection.ts';
import { reflectionFile, reflectionIndex } from './reflection-files.ts';
import { writeInside } from './write-inside.ts';

/**
 * What people read of a loop, in `.jumar/loops/<id>/` of the project. All of it is a cache of the log: deleting it loses
 * nothing, and a failure to write it never fails the loop but is told to `onProblem`. Per iteration only that iteration's
 * file is written, so that the cost does not grow; what spans iterations is written when the loop comes to rest, and the
 * path of its report returned.
 */
export async function project(
  state: LoopState,
  event: LoopEvent,
  onProblem: (problem: string) => void = () => {},
): Promise<string | null> {
  const write: Write = async (path, text) => {
    const whole = join(LOOPS, state.id, path);
    const problem = (await ignoreLoops(state)) ?? (await writeInside(state.workspace.root, whole, text));
    if (problem !== null) onProblem(problem);
    return problem === null ? join(state.workspace.root, whole) : null;
  };
  try {
    if (event.type === 'iteration-judged') await projectIteration(state, event.iteration, write);
    if (event.type === 'finding-marked') await write('result.json', json(receiptOf(state)));
    if (event.type === 'loop-ended' || event.type === 'loop-paused') return await projectLoop(state, write);
  } catch (error) {
    onProblem(`the files in ${join(LOOPS, state.id)} could not be made: ${String(error)}`);
  }
  return null;
}

/** Takes a path below the loop's folder; resolves with where the file is, or with null where it could not be written. */
type Write = (path: string, text: string) => Promise<string | null>;

const LOOPS = join('.jumar', 'loops');

/** The loops' folder ignores itself, so that it never shows up in the user's `git status`; loop types lie in it, and are the user's. */
async function ignoreLoops(state: LoopState): Promise<string | null> {
  return writeInside(state.workspace.root, join(LOOPS, '.gitignore'), '*\n!*.yaml\n', true);
}

async function projectIteration(state: LoopState, n: number, write: Write): Promise<void> {
  const iteration = state.iterations[n];
  if (!iteration) return;
  const number = String(n).padStart(3, '0');
  const name = n === 0 ? `iteration-${number}-baseline.json` : `iteration-${number}-metrics.json`;
  const content = {
    ...iterationReceipt(iteration),
    tests: testsOf(iteration.verdicts),
    metrics: iteration.metrics,
    alerts: iteration.alerts,
    quality: iteration.quality,
    classification: iteration.classification,
  };
  await write(join('progress', name), json(content));
  if (iteration.reflected) await write(join('reflections', `iteration-${n}.yaml`), await reflectionFile(state, n));
}

async function projectLoop(state: LoopState, write: Write): Promise<string | null> {
  const best = state.best === null ? null : state.iterations[state.best];
  const tracker = {
    loop_id: state.id,
    current_best: state.best,
    best_quality_score: best?.score ?? null,
    tree: best?.snapshot?.tree ?? null,
  };
  const trajectory = {
    loop_id: state.id,
    iterations: state.iterations
      .filter((iteration) => iteration.decision)
      .map(({ n, score, decision, best }) => ({
        iteration: n,
        quality_score: score,
        best,
        decision: decision?.action,
      })),
  };
  await write('result.json', json(receiptOf(state)));
  await write('best-tracker.json', json(tracker));
  await write(join('progress', 'trajectory.json'), json(trajectory));
  if (state.iterations.some(({ reflected }) => reflected)) {
    await write(join('reflections', 'index.yaml'), await reflectionIndex(state));
  }
  const selection = selectionReport(state);
  if (selection) await write(join('reports', 'output-selection-report.md'), selection);
  const stamp = new Date(state.lastAt).toISOString().replaceAll(':', '-').replace(/\..*/, 'Z');
  return write(join('reports', `completion-${stamp}.md`), completionReport(state));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
