import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Reach } from '../../core/reach.ts';
import { isForeignPath } from '../code/skip.ts';
import { findCoverage } from '../coverage/find.ts';
import { readPytestReach } from '../coverage/pytest-reach.ts';
import { type CoverageReport, report } from '../coverage/report.ts';
import { collectV8Coverage } from '../coverage/v8-coverage.ts';
import { v8Folder } from './node.ts';
import type { ProbeContext } from './part.ts';

/** Coverage that a command's own runners were asked for. */
export interface RunnersCoverage {
  report: CoverageReport | null;
  /** Why there is none. */
  reason: string | null;
  /** What each test file reached; left out where the runner does not tell. */
  reach?: Reach;
  /** What reading it took; what the run itself was slowed down by comes on top. */
  costMs: number;
  /** How long the run took that collected it, and the same command when it last ran without; null where that is not known. */
  collecting?: { runMs: number; plainMs: number | null };
}

/** What runners with coverage of their own wrote; else what node wrote of its processes. */
export async function runnersCoverage(context: ProbeContext, root: string): Promise<RunnersCoverage> {
  const started = performance.now();
  const cost = () => Math.round(performance.now() - started);
  if (!context.coverage) return { report: null, reason: 'it was not asked for', costMs: 0 };
  const own = await ownCoverage(context.coverage, root).catch(() => null);
  if (own) {
    const reach = await readPytestReach(context.coverage, root).catch(() => null);
    return { report: own, reason: null, ...(reach && { reach }), costMs: cost() };
  }
  const { coverage, reason, reach } = await collectV8Coverage(v8Folder(context), root, await testProcesses(context));
  return { report: coverage, reason, ...(reach && { reach }), costMs: cost() };
}

/** Process id → test file, as node:test starts them. */
async function testProcesses({ out }: ProbeContext): Promise<Map<number, string>> {
  const text = await readFile(join(out, 'test-files.jsonl'), 'utf8').catch(() => '');
  const facts = text.matchAll(/^\{"pid":(\d+),"file":("(?:[^"\\]|\\.)*")\}$/gm);
  return new Map([...facts].map(([, pid, file]) => [Number(pid), JSON.parse(file ?? '""') as string]));
}

/** Why a runner told no coverage, and what it takes; null for those that node speaks for. */
export function coverageHint(runners: string): string | null {
  const [, hint] = HINTS.find(([runner]) => runner.test(runners)) ?? [];
  return hint ?? null;
}

const HINTS: [RegExp, string][] = [
  [/pytest/, 'pytest tells it with pytest-cov only (pip install pytest-cov)'],
  [
    /unittest/,
    'unittest tells none; set metrics.coverage.command to run it under coverage.py, with a report as JSON or XML',
  ],
  [/vitest/, 'vitest tells it with its own provider only (npm install -D @vitest/coverage-v8)'],
  [/cargo|nextest/, 'cargo tells none; set metrics.coverage.command, for example to cargo llvm-cov --json'],
  [/maven|surefire|gradle|junit/, 'the build writes none; add the JaCoCo plugin with its XML report'],
  [/rspec/, 'RSpec tells none; add simplecov with its lcov or Cobertura formatter'],
  [/phpunit/, 'PHPUnit tells none by itself; run it with --coverage-clover, and pcov or Xdebug installed'],
  [/dotnet/, 'dotnet tells none by itself; collect "XPlat Code Coverage" (coverlet)'],
];

/** Without what lies in the project and is not its code: some runners cover a virtual environment too. */
async function ownCoverage(folder: string, root: string): Promise<CoverageReport | null> {
  const found = await findCoverage(folder, 0);
  const isOwn = ({ file }: { file: string }) => !isForeignPath(isAbsolute(file) ? relative(root, file) : file);
  return found && report(found.tool, found.files.filter(isOwn));
}
