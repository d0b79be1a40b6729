import { z } from 'zod';
import type { Criterion } from '../criteria/criterion.ts';
import type { DimensionWeights } from './score-settings.ts';

export const taskTypeSchema = z.enum([
  'test-fix',
  'type-fix',
  'lint',
  'migration',
  'refactor',
  'coverage',
  'greenfield',
]);
export type TaskType = z.infer<typeof taskTypeSchema>;

export interface TaskPreset {
  /** How many iterations this type of task usually takes. */
  typicalIterations: readonly [least: number, most: number];
  /** The limit of iterations unless another is configured: never tighter than the general default. */
  maxIterations: number;
  /** How many reflections the next prompt is given (Ω). */
  memoryWindow: number;
  weights: DimensionWeights;
  /** A working test may fail for a few iterations before the work is rolled back. */
  toleratesBrokenTests: boolean;
}

/** Code that is asked to grow is not scored on how little it grew: efficiency is left out there. */
export const taskTypes: Record<TaskType, TaskPreset> = {
  'test-fix': preset([2, 5], 2, [0.3, 0.25, 0.25, 0.1, 0.1]),
  'type-fix': preset([3, 8], 2, [0.3, 0.2, 0.3, 0.1, 0.1]),
  lint: preset([2, 4], 1, [0.35, 0.15, 0.2, 0.2, 0.1]),
  migration: preset([5, 15], 3, [0.35, 0.25, 0.3, 0.05, 0.05], true),
  refactor: preset([3, 10], 3, [0.3, 0.2, 0.25, 0.15, 0.1], true),
  coverage: preset([5, 20], 5, [0.25, 0.4, 0.25, 0.1, 0]),
  greenfield: preset([10, 30], 5, [0.35, 0.3, 0.25, 0.1, 0], true),
};

export interface DetectedType {
  type: TaskType;
  /** What gave it away, for people: `"migrate" in the task`. */
  why: string;
}

/** The first family of words that the task uses; else what the criteria measure; else a fix. */
export function detectTaskType(task: string, criteria: readonly Criterion[] = []): DetectedType {
  for (const [type, pattern] of WORDS) {
    const found = pattern.exec(task);
    if (found) return { type, why: `"${found[0].trim()}" in the task` };
  }
  for (const criterion of criteria) {
    const type = CRITERIA.find(([, pattern]) => pattern.test(criterion.text))?.[0];
    if (type) return { type, why: `the criterion "${criterion.text}"` };
  }
  return { type: 'test-fix', why: 'nothing says otherwise' };
}

const WORDS: [TaskType, RegExp][] = [
  ['test-fix', /\b(?:failing|broken|red|flaky) (?:\w+ )?tests?\b/i],
  ['coverage', /\b(?:test[ -])?coverage\b|\b(?:add|write|more) (?:\w+ ){0,2}tests?\b/i],
  [
    'migration',
    /\bmigrat\w*|\b(?:port|convert|switch)\b (?:\S+ ){0,6}(?:to|from)\b|\bupgrad\w+\b|\brewrite\b (?:\S+ ){0,6}in\b/i,
  ],
  [
    'refactor',
    /\brefactor\w*|\brenam(?:e|es|ed|ing)\b|\b(?:clean ?up|simplif\w+|extract|restructure|reorgani[sz]e|de-?duplicate|split up)\b/i,
  ],
  [
    'type-fix',
    /\btype[ -]?(?:errors?|checks?|checking|safety)\b|\b(?:tsc|mypy|pyright|strict mode|typecheck\w*)\b|\btypescript errors?\b/i,
  ],
  ['lint', /\blint\w*|\b(?:eslint|biome|ruff|flake8|pylint|clippy|shellcheck|oxlint|golangci-lint)\b/i],
  [
    'test-fix',
    /\b(?:make|get)\b.*\b(?:pass\w*|green|work\w*)\b|\btests? (?:pass\w*|green)\b|\b(?:fix\w*|bugs?|repair)\b/i,
  ],
  ['greenfield', /\b(?:implement|create|build|add|write|new|develop|introduce|support|scaffold|bootstrap)\b/i],
];

const CRITERIA: [TaskType, RegExp][] = [
  ['coverage', /^(?:branch_)?coverage\b/i],
  ['type-fix', /^type_errors\b|\b(?:tsc|mypy|pyright)\b/i],
  ['lint', /^lint_\w+|\b(?:lint|eslint|biome|ruff|flake8|pylint|clippy|shellcheck|oxlint)\b/i],
  ['test-fix', /\btests?\b|\b(?:pytest|vitest|jest|mocha)\b/i],
];

function preset(
  typicalIterations: readonly [number, number],
  memoryWindow: number,
  weights: readonly [number, number, number, number, number],
  toleratesBrokenTests = false,
): TaskPreset {
  const [validation, completeness, correctness, readability, efficiency] = weights;
  return {
    typicalIterations,
    maxIterations: Math.max(10, typicalIterations[1]),
    memoryWindow,
    weights: { validation, completeness, correctness, readability, efficiency },
    toleratesBrokenTests,
  };
}
