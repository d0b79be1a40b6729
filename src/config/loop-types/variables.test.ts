import { expect, test } from 'vitest';
import { loopTypeSchema } from './schema.ts';
import { renderText, variablesOf } from './variables.ts';

const values = { 'phase-name': 'Login' };

test.each([
  ['Phase {{phase-name}}, {{phaseName}}, {{phase_name}}', 'Phase Login, Login, Login'],
  ['no names, and } braces {', 'no names, and } braces {'],
])('%s', async (text, expected) => {
  expect(await renderText('it', text, values)).toBe(expected);
});

test.each([
  [
    'Phase {{phase-nam}}',
    /^it cannot be used: there is no variable 'phase-nam' \(line 1\): did you mean 'phase-name'\?$/,
  ],
  ['{{#if phase-name}}', /^it cannot be used: Parse error/],
  ['{{> other}}', /no partial/],
])('%s is refused', async (text, problem) => {
  await expect(renderText('it', text, values)).rejects.toThrow(problem);
});

test('the error for a variable that uses an unknown input names the variable', async () => {
  const definition = loopTypeSchema.parse({ inputs: { n: 1 }, variables: { spec: { file: 'docs/{{m}}.md' } } });
  const type = { name: 't', definition, settings: { source: '', values: {} }, sources: [] };
  await expect(variablesOf(type, [], '/')).rejects.toThrow(
    "the variable 'spec' cannot be used: there is no variable 'm'",
  );
});
