import { readFile, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import type { CoverageReport, RunnersCoverage } from '../../core/metrics/coverage.ts';
import { isForeignPath } from '../../project/skipped-paths.ts';
import { filesUnder } from '../../system/files-under.ts';
import { fromSeen, type SeenFolder } from '../../system/seen-path.ts';
import { findCoverage } from '../coverage/find.ts';
import { readPytestReach } from '../coverage/pytest-reach.ts';
import { report } from '../coverage/report.ts';
import { collectV8Coverage } from '../coverage/v8-coverage.ts';
import { v8Folder } from './node.ts';
import type { ProbeContext } from './part.ts';

/** The coverage that runners wrote themselves; else what node wrote for its processes. */
export async function runnersCoverage(context: ProbeContext, tree: SeenFolder): Promise<RunnersCoverage> {
  const { root } = tree;
  const startedAt = performance.now();
  const cost = () => Math.round(performance.now() - startedAt);
  if (!context.coverage) return { report: null, reason: 'not requested', costMs: 0 };
  for (const folder of [context.coverage, v8Folder(context)]) await translateReports(folder, tree);
  const own = await ownCoverage(context.coverage, root).catch(() => null);
  if (own) {
    const reach = await readPytestReach(context.coverage, root).catch(() => null);
    return { report: own, reason: null, ...(reach && { reach }), costMs: cost() };
  }
  const processes = await testProcesses(context, tree);
  const { coverage, reason, reach } = await collectV8Coverage(v8Folder(context), root, processes);
  return { report: coverage, reason, ...(reach && { reach }), costMs: cost() };
}

/** Process id → test file, for the processes that node:test starts. */
async function testProcesses({ out }: ProbeContext, tree: SeenFolder): Promise<Map<number, string>> {
  const text = await readFile(join(out, 'test-files.jsonl'), 'utf8').catch(() => '');
  const facts = text.matchAll(/^\{"pid":(\d+),"file":("(?:[^"\\]|\\.)*")\}$/gm);
  return new Map([...facts].map(([, pid, file]) => [Number(pid), fromSeen(tree, JSON.parse(file ?? '""') as string)]));
}

/** Reports name files by the path that the command saw; they are read by the path at which the files are. */
async function translateReports(folder: string, { root, seenRoot }: SeenFolder): Promise<void> {
  if (seenRoot === undefined) return;
  const names: [string, string][] = [
    [`${seenRoot}/`, `${root}/`],
    [`${pathToFileURL(seenRoot)}/`, `${pathToFileURL(root)}/`],
  ];
  for (const path of await filesUnder(folder).catch(() => [])) {
    const text = await readFile(path, 'latin1');
    const translated = names.reduce((before, [from, to]) => before.replaceAll(latin(from), latin(to)), text);
    if (translated !== text) await writeFile(path, translated, 'latin1');
  }
}

function latin(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Why a runner reported no coverage and what it needs; null for runners that node covers. */
export function coverageHint(runners: string): string | null {
  const [, hint] = HINTS.find(([runner]) => runner.test(runners)) ?? [];
  return hint ?? null;
}

/** Whether it is worth asking: some runners report coverage only through the project's own set-up. */
export function canReportCoverage(runners: string): boolean {
  return coverageHint(runners) === null || /pytest|vitest/.test(runners);
}

const HINTS: [RegExp, string][] = [
  [/pytest/, 'pytest reports it only with pytest-cov (pip install pytest-cov)'],
  [
    /unittest/,
    'unittest reports none; set metrics.coverage.command to run it under coverage.py, with a report as JSON or XML',
  ],
  [/vitest/, 'vitest reports it only with its own provider (npm install -D @vitest/coverage-v8)'],
  [/cargo|nextest/, 'cargo reports none; set metrics.coverage.command, for example to cargo llvm-cov --json'],
  [/maven|surefire|gradle|junit/, 'the build writes none; add the JaCoCo plugin with its XML report'],
  [/rspec/, 'RSpec reports none; add simplecov with its lcov or Cobertura formatter'],
  [/phpunit/, 'PHPUnit reports none by itself; run it with --coverage-clover, and pcov or Xdebug installed'],
  [/dotnet/, 'dotnet reports none by itself; collect "XPlat Code Coverage" (coverlet)'],
];

/** Without foreign code in the project: some runners also cover a virtual environment. */
async function ownCoverage(folder: string, root: string): Promise<CoverageReport | null> {
  const coverage = await findCoverage({ root: folder }, 0);
  const isOwn = ({ file }: { file: string }) => !isForeignPath(isAbsolute(file) ? relative(root, file) : file);
  return coverage && report(coverage.tool, coverage.files.filter(isOwn));
}
