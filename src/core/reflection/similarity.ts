import type { Lesson } from '../state/lesson.ts';
import { countSpecificWords, likeness, weighedWords } from './words.ts';

/** What a loop is about, as far as it is known before its first agent runs. */
export interface Concern {
  task: string;
  /** Failures of the baseline: names, messages and places, one line each. */
  failures: string[];
  /** Of the project, if the failures name no file. */
  languages?: string[] | undefined;
}

/** A task's words count in full from this many specific words on. */
const FULL_WEIGHT_WORDS = 2;

/**
 * 0..1: how much a lesson is about what concerns this loop. Task and failures count alike; a task that every project
 * could have ("make npm test pass") says little, so there the failures decide, and the other way round.
 */
export function similarity(concern: Concern, lesson: Pick<Lesson, 'task' | 'failures'>): number {
  const [task, other] = [weighedWords(concern.task), weighedWords(lesson.task)];
  const taskWeight = Math.min(1, Math.min(countSpecificWords(task), countSpecificWords(other)) / FULL_WEIGHT_WORDS);
  const failure = failureLikeness(concern.failures, lesson.failures);
  const failureWeight = failure === null ? 0 : 1;
  const weight = taskWeight + failureWeight;
  return weight === 0 ? 0 : (taskWeight * likeness(task, other) + failureWeight * (failure ?? 0)) / weight;
}

/** The likeness of the two most similar failures; null if one side has none. */
function failureLikeness(a: readonly string[], b: readonly string[]): number | null {
  if (a.length === 0 || b.length === 0) return null;
  const others = b.map(weighedWords);
  return Math.max(...a.map(weighedWords).flatMap((words) => others.map((other) => likeness(words, other))));
}
