import { expect, test } from 'vitest';
import { runLoop } from '../../loop/run-loop.ts';
import { loopCreated, played, testsVerdict, theSettings } from '../../testing/builders.ts';
import { fakeWorld } from '../../testing/fake-world.ts';
import { fold } from '../fold.ts';
import type { LoopState } from '../state/state.ts';
import { checkTemplate } from './check.ts';
import { promptContext, promptVariables } from './prompt.ts';

const names = [...promptVariables, 'phase-name'];

test.each([
  ['{{task}} {{#if progress}}{{upper progress}}{{/if}}', "there is no helper 'upper' (line 1): there are if, unless,"],
  ['{{task}}\n{{#nohelper task}}x{{/nohelper}}', "there is no helper 'nohelper' (line 2)"],
  ['{{task}}{{#unles progress}}x{{/unles}}', "did you mean 'unless'?"],
  ['{{task}}{{#if progress}}{{> footer}}{{/if}}', "there is no partial or decorator 'footer'"],
  ['{{task}}{{#if (eq iteration 1)}}x{{/if}}', "there is no helper 'eq'"],
  ['{{task}}{{#if progress}}a{{else if (both a b)}}b{{/if}}', "there is no helper 'both'"],
  ['{{task}}{{#if}}x{{/if}}', "'if' (line 1) takes one argument, not 0"],
  ['{{task}}{{#if progress metrics}}x{{/if}}', 'takes one argument, not 2'],
])('%s is refused', async (template, error) => {
  expect((await checkTemplate(template, names)).errors.join('; ')).toContain(error);
});

test.each([
  ['{{task}} {{progres}}', "there is no variable 'progres' (line 1): did you mean 'progress'?"],
  ['{{task}} {{#if zebra}}x{{/if}}', "there is no variable 'zebra' (line 1), so it stays empty"],
  ['{{progress}}', 'it does not use {{task}}'],
])('%s is warned of', async (template, warning) => {
  const { errors, warnings } = await checkTemplate(template, names);
  expect(errors).toEqual([]);
  expect(warnings.join('; ')).toContain(warning);
});

test.each([
  '{{task}} {{max-iterations}} {{max_iterations}} {{maxIterations}} {{phase-name}} {{phaseName}} {{{progress}}}',
  '{{task}}{{#if progress}}{{progress}}{{else if alerts}}{{alerts}}{{else}}-{{/if}}{{! note }}',
  '{{task}}{{#with progress}}{{this}} {{length}} {{../task}}{{/with}}{{#each criteria}}{{@index}}{{this}}{{/each}}',
  '{{#task}}{{this}}{{/task}}{{lookup criteria 0}}',
])('%s is fine', async (template) => {
  expect(await checkTemplate(template, names)).toEqual({ errors: [], unknown: [], warnings: [] });
});

test('a template that fails once more is known gives way to the built-in one, and the log says why', async () => {
  const world = fakeWorld({
    start: 'a',
    agent: (iteration, tree) => `${tree}${iteration}`,
    check: () => [testsVerdict(1, 2)],
  });
  const template = '{{task}}{{#if progress}}{{upper progress}}{{/if}}';
  await world.ports.log.append(loopCreated({ template, settings: theSettings({ limits: { maxIterations: 2 } }) }));
  await world.ports.log.append({ type: 'session-started', pid: 1, resumed: false });
  const state = fold(world.records) as LoopState;
  const { ended } = await runLoop(state, world.ports, new AbortController().signal, () => {});
  expect(ended?.ending).toBe('iteration-limit');
  const problems = world.records.flatMap(({ event }) => (event.type === 'agent-started' ? [event.prompt.problem] : []));
  expect(problems).toEqual([undefined, expect.stringContaining('upper')]);
});

test('every variable of a prompt is known to the check', () => {
  const { variables, ...context } = promptContext(played({ tree: 'a', verdicts: [testsVerdict(1, 2)] }), 1);
  expect(Object.keys(context).sort()).toEqual([...promptVariables].sort());
});
