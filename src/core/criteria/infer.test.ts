import { expect, test } from 'vitest';
import { describeCriterion } from './describe.ts';
import { inferCriteria, whyNotInferred } from './infer.ts';
import type { ProjectCommands } from './project.ts';

const bare: ProjectCommands = {
  test: null,
  lint: null,
  typecheck: null,
  build: null,
  scripts: [],
  isExecutable: () => false,
};
const named = (command: string) => ({ command, evidence: 'package.json' });
const project: ProjectCommands = {
  ...bare,
  test: named('npm test'),
  lint: named('npm run lint'),
  typecheck: named('npx tsc --noEmit'),
  build: named('npm run build'),
  scripts: [{ name: 'lint', command: 'npm run lint' }],
};

const infer = (task: string, given = project) => inferCriteria(task, given)?.criteria.map(describeCriterion) ?? null;

test.each([
  ['make npm test pass', ['npm test exits 0']],
  ['Make npm test pass.', ['npm test exits 0']],
  ['make pytest -q pass', ['pytest -q exits 0']],
  ['get npx tsc --noEmit to pass', ['npx tsc --noEmit exits 0']],
  ['Change the parser so that `./check.sh --all` passes', ['./check.sh --all exits 0']],
  ['make make check pass', ['make check exits 0']],
  ['make npm test and npm run lint pass', ['npm test exits 0', 'npm run lint exits 0']],
  ['make the tests pass', ['npm test exits 0']],
  ['make all tests green', ['npm test exits 0']],
  ['make lint pass', ['npm run lint exits 0']],
  ['get the build to succeed', ['npm run build exits 0']],
  ['fix the failing tests', ['npm test exits 0']],
  ['fix the failing unit test in parser.test.ts', ['npm test exits 0']],
  ['fix all lint errors', ['npm run lint exits 0']],
  ['resolve the type errors', ['npx tsc --noEmit exits 0']],
  ['fix the build', ['npm run build exits 0']],
  ['fix the type errors and the failing tests', ['npx tsc --noEmit exits 0', 'npm test exits 0']],
  ['raise coverage to 80%', ['npm test exits 0', 'coverage >= 80']],
  ['reach 90% test coverage', ['npm test exits 0', 'coverage >= 90']],
  ['add a --json flag to the list command', ['npm test exits 0']],
  ['make the parser faster', ['npm test exits 0']],
  ['make it work', ['npm test exits 0']],
  ['make the new parser pass control to the old one', ['npm test exits 0']],
  ['fix the linter integration docs', ['npm test exits 0']],
])('%s', (task, criteria) => {
  expect(infer(task)).toEqual(criteria);
});

test('a project that cannot run what the task names gives none, rather than another check', () => {
  expect(infer('fix all type errors', { ...bare, test: named('npm test') })).toBe(null);
  expect(infer('make lint pass', { ...bare, test: named('npm test') })).toBe(null);
});

test('a project without a test command gives none', () => {
  expect(infer('add a feature', bare)).toBe(null);
  expect(infer('make npm test pass', bare)).toEqual(['npm test exits 0']);
});

test('the criteria are numbered and say what is run', () => {
  expect(inferCriteria('raise coverage to 80%', project)?.criteria).toEqual([
    { id: 'c1', text: 'npm test', kind: 'exit', command: 'npm test' },
    { id: 'c2', text: 'coverage >= 80', kind: 'metric', metric: 'coverage', op: '>=', value: 80 },
  ]);
});

test.each([
  ['make npm test pass', true],
  ['Please make npm test pass again.', true],
  ['make npm test pass in packages/core', true],
  ['make the tests pass without changing them', true],
  ['make npm test pass; do not touch the fixtures', true],
  ['make npm test and npm run lint pass', true],
  ['fix add() so that npm test passes', true],
  ['improve the parser until npm test passes', true],
  ['fix the failing tests', true],
  ['fix all the failing unit tests in parser.test.ts', true],
  ['fix the type errors and the failing tests', true],
  ['fix the build', true],
  ['raise coverage to 80%', true],
  ['reach 90% test coverage', true],
  ['add a --json flag to the list command', false],
  ['make the parser faster', false],
  ['add a --json flag and make npm test pass', false],
  ['make npm test pass and add a --json flag', false],
  ['Add a --json flag. Make sure that npm test passes.', false],
  ['fix the date parser, the tests show how it is called', false],
  ['fix the crash on empty input and keep the tests green', false],
  ['fix the type errors, then port the parser to ESM', false],
])('a green check shows that the task is done: %s', (task, named) => {
  expect(inferCriteria(task, project)?.named).toBe(named);
});

test('a check that the task names and that cannot run here is said to be so', () => {
  expect(inferCriteria('Fix TypeScript errors', bare)).toBeNull();
  expect(whyNotInferred('Fix TypeScript errors', bare)).toMatch(/^no type-check command found in this project; /);
  expect(whyNotInferred('Fix TypeScript errors', project)).toBeNull();
  expect(whyNotInferred('Convert to ESM', bare)).toBeNull();
});
