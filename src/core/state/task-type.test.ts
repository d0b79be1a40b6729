import { describe, expect, test } from 'vitest';
import { aCriterion } from '../../testing/builders.ts';
import { detectTaskType, type TaskType, taskTypes } from './task-type.ts';

describe('the type of a task', () => {
  test.each<[string, TaskType, string]>([
    ['fix the failing tests', 'test-fix', 'failing tests'],
    ['repair the red unit test', 'test-fix', 'red unit test'],
    ['raise the coverage of src', 'coverage', 'coverage'],
    ['add a few more tests', 'coverage', 'more tests'],
    ['migrate to vitest', 'migration', 'migrate'],
    ['port the parser and its tests from Python', 'migration', 'port the parser and its tests from'],
    ['upgrade react', 'migration', 'upgrade'],
    ['refactor the parser', 'refactor', 'refactor'],
    ['simplify the parser', 'refactor', 'simplify'],
    ['remove the type errors', 'type-fix', 'type errors'],
    ['make tsc happy', 'type-fix', 'tsc'],
    ['satisfy eslint', 'lint', 'eslint'],
    ['no lint warnings', 'lint', 'lint'],
    ['make it work', 'test-fix', 'make it work'],
    ['fix the parser', 'test-fix', 'fix'],
    ['implement a parser', 'greenfield', 'implement'],
  ])('%s: %s', (task, type, words) => {
    expect(detectTaskType(task)).toEqual({ type, why: `"${words}" in the task` });
  });

  test.each<[string, TaskType]>([
    ['coverage >= 80', 'coverage'],
    ['type_errors == 0', 'type-fix'],
    ['npx tsc --noEmit', 'type-fix'],
    ['lint_errors == 0', 'lint'],
    ['npm run lint', 'lint'],
    ['npm test', 'test-fix'],
  ])('follows from the criterion %s if the task does not say: %s', (criterion, type) => {
    expect(detectTaskType('do it', [aCriterion('make check'), aCriterion(criterion)])).toEqual({
      type,
      why: `the criterion "${criterion}"`,
    });
  });

  test('is a fix if nothing says otherwise', () => {
    expect(detectTaskType('do it', [aCriterion('make check')])).toEqual({
      type: 'test-fix',
      why: 'nothing says otherwise',
    });
  });
});

describe('what is preset', () => {
  test.each<[TaskType, max: number, window: number, tolerates: boolean]>([
    ['test-fix', 10, 2, false],
    ['type-fix', 10, 2, false],
    ['lint', 10, 1, false],
    ['migration', 15, 3, true],
    ['refactor', 10, 3, true],
    ['coverage', 20, 5, false],
    ['greenfield', 30, 5, true],
  ])('%s', (type, maxIterations, memoryWindow, toleratesBrokenTests) => {
    const { weights, typicalIterations, ...preset } = taskTypes[type];
    expect(preset).toEqual({ maxIterations, memoryWindow, toleratesBrokenTests });
    expect(Object.values(weights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1);
    expect(typicalIterations[0]).toBeLessThan(typicalIterations[1]);
  });
});
