import { z } from 'zod';
import { measureOutput } from '../../../app/measure-output.ts';
import { measureProject } from '../../../app/measure-project.ts';
import { measureText } from '../../reports/measure-text.ts';
import { tool } from '../tool.ts';

export const measure = tool({
  name: 'measure',
  title: 'Measure the working tree',
  description:
    'Tests, coverage, lint, types, build, size and complexity of the working tree, compared with a commit if you name one.',
  input: {
    compare: z.string().min(1).optional().describe('a commit to measure, too'),
    until: z.array(z.string().min(1)).default([]).describe('commands to measure with'),
  },
  output: { measured: z.looseObject({}) },

  async run({ compare, until }, { context, signal }) {
    const found = await measureProject(context, { compare, until, source: 'the tool measure', signal });
    const { now, then, criteria, verdicts, settings, remedy, mutants } = found;
    const output = measureOutput(now, then, { criteria, verdicts, score: settings.score, remedy, mutants });
    const text = measureText(now, then, { criteria, verdicts, settings, remedy, mutants });
    return { text, result: { measured: JSON.parse(JSON.stringify(output)) } };
  },
});
