import { z } from 'zod';
import { complexityGrowth } from '../collectors/code/growth.ts';
import { coverageLosses } from '../collectors/coverage/loss.ts';
import type { FileCoverage } from '../core/metrics/coverage.ts';
import { ratio, ratioSchema } from '../core/metrics/metrics.ts';
import { cutAfter } from '../core/text/characters.ts';
import type { MeasuredTree } from './measure-tree.ts';

const count = z.int().nonnegative();
const text = z.string();
const place = { file: text, line: count };

/** The details behind the numbers. Lists are cut at `most`; `leftOut` says how many entries each one is missing. */
export const detailsSchema = z.object({
  tests: z
    .array(
      z.object({
        id: text,
        file: text.nullable(),
        suite: z.array(text),
        name: text,
        status: z.enum(['passed', 'failed', 'skipped', 'todo']),
        durationMs: z.number().nullable(),
        message: text.nullable(),
        retries: count,
      }),
    )
    .nullable()
    .describe('failed ones first; null if the names are unknown'),
  coverage: z
    .array(z.object({ file: text, lines: ratioSchema.nullable(), branches: ratioSchema.nullable() }))
    .nullable()
    .describe('per file, most uncovered lines first; null if there is no coverage'),
  coverageLost: z
    .array(z.object({ file: text, from: z.number(), to: z.number().nullable(), lines: z.int() }))
    .nullable()
    .describe('where coverage fell since the compared commit; null without one, or if tools differ'),
  problems: z
    .array(
      z.object({
        area: z.enum(['lint', 'types']),
        tool: text.nullable(),
        severity: z.enum(['error', 'warning']),
        rule: text.nullable(),
        file: text.nullable(),
        line: count.nullable(),
        message: text,
      }),
    )
    .describe('of linters and type checkers, errors first'),
  complexFunctions: z
    .array(z.object({ ...place, name: text, complexity: count }))
    .describe('the most complex functions first'),
  complexityGrew: z
    .array(z.object({ ...place, name: text, from: count, to: count }))
    .nullable()
    .describe('since the compared commit: functions that grew, and new complex ones (from 0); null without one'),
  cached: z.array(text).describe('cached for this exact tree and not run: `lint`, `custom.bundle`'),
  leftOut: z.object({ tests: count, coverage: count, problems: count, complexFunctions: count }),
});
export type Details = z.infer<typeof detailsSchema>;

const most = { tests: 20_000, coverage: 5_000, problems: 2_000, complexFunctions: 20 };
const MOST_GROWN = 50;
const MESSAGE = 1_000;

export function detailsOf(now: MeasuredTree, then: MeasuredTree | null): Details {
  const all = { tests: testsOf(now), coverage: coverageOf(now), problems: problemsOf(now), ...functionsOf(now) };
  const omittedCount = (name: keyof typeof most) => Math.max(0, (all[name]?.length ?? 0) - most[name]);
  return {
    tests: all.tests?.slice(0, most.tests) ?? null,
    coverage: all.coverage?.slice(0, most.coverage) ?? null,
    coverageLost: then && lossesOf(then, now),
    problems: all.problems.slice(0, most.problems),
    complexFunctions: all.complexFunctions.slice(0, most.complexFunctions),
    complexityGrew: then && complexityGrowth(then.functions, now.functions, MOST_GROWN),
    cached: cachedParts(now),
    leftOut: {
      tests: omittedCount('tests'),
      coverage: omittedCount('coverage'),
      problems: omittedCount('problems'),
      complexFunctions: omittedCount('complexFunctions'),
    },
  };
}

/** The parts whose tools were all cached; verdicts say themselves whether their command ran. */
export function cachedParts({ sources }: Pick<MeasuredTree, 'sources'>): string[] {
  const parts = new Set(sources.map(({ part }) => part));
  const run = new Set(sources.flatMap(({ part, cached }) => (cached ? [] : [part])));
  return [...parts].filter((part) => !run.has(part));
}

function testsOf({ tests }: MeasuredTree): Details['tests'] {
  const shortened =
    tests?.map((test) => ({ ...test, message: test.message && cutAfter(test.message, MESSAGE) })) ?? null;
  return shortened?.sort((a, b) => Number(b.status === 'failed') - Number(a.status === 'failed')) ?? null;
}

function coverageOf({ covered }: MeasuredTree): Details['coverage'] {
  const uncovered = ({ lines }: FileCoverage) => lines.total - lines.covered;
  const files = covered && [...covered].sort((a, b) => uncovered(b) - uncovered(a) || a.file.localeCompare(b.file));
  return (
    files?.map(({ file, lines, branches }) => ({
      file,
      lines: ratio(lines.covered, lines.total),
      branches: branches && ratio(branches.covered, branches.total),
    })) ?? null
  );
}

function lossesOf(then: MeasuredTree, now: MeasuredTree): Details['coverageLost'] {
  const sameTool = then.metrics.coverage?.tool === now.metrics.coverage?.tool;
  return sameTool && then.covered && now.covered ? coverageLosses(then.covered, now.covered, MOST_GROWN) : null;
}

function problemsOf({ sources }: MeasuredTree): Details['problems'] {
  const entries = sources.flatMap(({ part, tool = null, problems = [] }) =>
    problems.map(({ severity, name, message, file, line }) => ({
      area: part === 'types' ? ('types' as const) : ('lint' as const),
      tool,
      severity,
      rule: name || null,
      file,
      line,
      message: cutAfter(message, MESSAGE),
    })),
  );
  return entries.sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
}

function functionsOf({ functions }: MeasuredTree): Pick<Details, 'complexFunctions'> {
  const all = [...functions].flatMap(([file, own]) => own.map((one) => ({ file, ...one })));
  return { complexFunctions: all.sort((a, b) => b.complexity - a.complexity) };
}
