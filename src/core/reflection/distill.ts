import type { Ending } from '../state/decision.ts';
import type { Lesson } from '../state/lesson.ts';
import { type IterationState, type LoopState, launches } from '../state/state.ts';
import { oneLine, quoted } from '../text/one-line.ts';
import { changeText } from './change-text.ts';
import { isCheat } from './evidence.ts';
import { kindOf } from './kinds.ts';
import { languagesOfProject } from './task-languages.ts';

const MAX_FAILURES = 5;
const MAX_FILES = 8;
const MAX_TRIED = 3;

/** Endings that say something about the task; the others are about the machine or the user. */
const TASK_ENDINGS = new Set<string>([
  'completed',
  'iteration-limit',
  'time-limit',
  'stalled',
  'cycling',
  'regressing',
  'blocked',
  'escalated',
]);

/**
 * What a loop that ends leaves to later ones: what finally worked for which failure, or what did not. `patch` is what was
 * kept, from the baseline on. Null if it tried nothing, or could only repeat how it ended.
 */
export function distill(state: LoopState, ending: Ending, reason: string, at: number, patch = ''): Lesson | null {
  if (launches(state) === 0 || !TASK_ENDINGS.has(ending)) return null;
  const solved = ending === 'completed';
  const failures = failureLines(state.iterations[0]);
  const files = solved ? filesOfBest(state) : [];
  const lines = [
    ...(solved ? [worked(state, files), changeText(patch)] : [obstacle(state, ending, reason)]),
    ...tried(state, files),
  ].filter(Boolean);
  if (lines.length === 0) return null;
  return {
    loop: state.id,
    project: state.workspace.root,
    task: oneLine(state.task, 400),
    taskType: state.taskType,
    kind: kindOf(failures[0] ?? ''),
    failures,
    files,
    languages: languagesOfProject(Object.keys(state.toolchain?.install ?? {})),
    outcome: solved ? 'solved' : 'unsolved',
    lesson: lines.join(' '),
    iterations: launches(state),
    at,
  };
}

export function failureLines(iteration: IterationState | undefined): string[] {
  const failures = (iteration?.verdicts ?? []).flatMap((verdict) => verdict.failures ?? []);
  return failures
    .slice(0, MAX_FAILURES)
    .map(({ name, message, location }) => oneLine([name, message, location].filter(Boolean).join(' — '), 240));
}

/** Everything that was changed on the way from the baseline to what was kept. */
function filesOfBest(state: LoopState): string[] {
  const files = new Set<string>();
  let at = state.best === null ? undefined : state.iterations[state.best];
  while (at && at.n > 0) {
    for (const path of at.snapshot?.changes.paths ?? []) files.add(path);
    at = at.parent === null || at.parent >= at.n ? undefined : state.iterations[at.parent];
  }
  return [...files].slice(0, MAX_FILES);
}

function worked(state: LoopState, files: readonly string[]): string {
  const count = launches(state);
  const how = files.length > 0 ? ` by changing ${files.map((file) => quoted(file, 100)).join(', ')}` : '';
  return `Solved in ${count === 1 ? '1 iteration' : `${count} iterations`}${how}.`;
}

/** What an agent reports in its way is about the task, except by the built-in agent: that says what it cannot do itself. */
function obstacle(state: LoopState, ending: Ending, reason: string): string {
  if (ending !== 'blocked' || state.iterations.at(-1)?.by === 'repair' || state.agent.name === 'repair') return '';
  return `Not solved: ${oneLine(reason, 160)}.`;
}

/**
 * What failed on the way and is not part of what was kept. A change that was gone on from in the same files is part of
 * what solved it, not what did not work. What cheated says nothing about the task, and neither does that a change failed.
 */
function tried(state: LoopState, keptFiles: readonly string[]): string[] {
  const seen = new Set<string>();
  const lines = state.iterations.flatMap((iteration) => {
    const { decision } = iteration;
    const reflection = iteration.reflected?.reflection;
    if (!reflection || reflection.kind === 'no-change' || seen.has(reflection.signature)) return [];
    if (isCheat(iteration) || (reflection.source === 'rules' && reflection.broken.length === 0)) return [];
    seen.add(reflection.signature);
    const isInResult = reflection.files.length > 0 && reflection.files.every((file) => keptFiles.includes(file));
    if (isInResult && decision?.action !== 'rollback') return [];
    const weight = decision?.action === 'rollback' ? 2 : reflection.fixed.length > 0 ? 0 : 1;
    return [{ weight, text: isInResult ? reflection.why.replace(/^The change/, 'Another change') : reflection.why }];
  });
  const worst = lines.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  if (worst.length === 0) return [];
  return [
    `What did not work: ${worst
      .slice(0, MAX_TRIED)
      .map(({ text }) => oneLine(text, 200))
      .join(' ')}`,
  ];
}
