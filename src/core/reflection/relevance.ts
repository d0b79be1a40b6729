import type { Reflection } from '../state/lesson.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { taskTypes } from '../state/task-type.ts';
import { normalised } from './normalise.ts';

export interface IterationReflection {
  iteration: IterationState;
  reflection: Reflection;
}

/** Further back than this nothing is looked for: the cost of a prompt must not grow with the loop. */
const LOOKED_AT = 100;

/** How many reflections the next prompt is given. */
export function memoryWindow({ settings, taskType }: LoopState): number {
  return settings.memory.window ?? taskTypes[taskType].memoryWindow;
}

/** The most recent reflections that bear on what fails now, oldest first, no two that say the same. */
export function relevantReflections(state: LoopState): IterationReflection[] {
  const candidates = state.iterations.slice(-LOOKED_AT).flatMap((iteration) => {
    const reflection = iteration.reflected?.reflection;
    return reflection && iteration.decision !== null ? [{ iteration, reflection }] : [];
  });
  const now = failingNow(state);
  const chosen = new Map<string, IterationReflection>();
  for (const candidate of candidates.reverse()) {
    const { signature } = candidate.reflection;
    if (chosen.size >= memoryWindow(state)) break;
    if (!chosen.has(signature) && bearsOn(candidate, now, chosen.size === 0)) chosen.set(signature, candidate);
  }
  return [...chosen.values()].reverse();
}

interface FailingNow {
  /** The iteration whose tree the next one starts from. */
  n: number;
  names: Set<string>;
  messages: Set<string>;
  kinds: Set<string>;
  files: Set<string>;
}

function failingNow(state: LoopState): FailingNow {
  const start = state.iterations[state.start?.iteration ?? -1];
  const failures = (start?.verdicts ?? []).flatMap((verdict) => verdict.failures ?? []);
  const reflection = start?.reflected?.reflection;
  return {
    n: start?.n ?? -1,
    names: new Set([...failures.map(({ name }) => name), ...(reflection?.failing ?? [])].filter(Boolean)),
    messages: new Set(failures.map(({ message }) => normalised(message))),
    kinds: new Set(reflection ? [reflection.kind] : []),
    files: new Set(reflection?.files ?? []),
  };
}

/** It is about the tree the next iteration starts from, a test or an error that is still there, or the same files. */
function bearsOn({ iteration, reflection }: IterationReflection, now: FailingNow, latest: boolean): boolean {
  if (iteration.n === now.n) return true;
  if (latest && iteration.decision?.action === 'rollback') return true;
  if ([...reflection.failing, ...reflection.broken].some((name) => now.names.has(name))) return true;
  if ([...now.messages].some((message) => message !== '' && normalised(reflection.signature).includes(message)))
    return true;
  const hasNoFailures = now.names.size === 0 && now.messages.size === 0;
  return hasNoFailures || (now.kinds.has(reflection.kind) && reflection.files.some((file) => now.files.has(file)));
}
