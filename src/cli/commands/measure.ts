import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../config/load.ts';
import { deltas } from '../../core/deltas.ts';
import type { Metrics } from '../../core/metrics.ts';
import { scoreMetrics } from '../../core/quality/score.ts';
import { measureTree } from '../../measure/measure-tree.ts';
import { abortOnInterrupt } from '../../process/interrupts.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import type { CommandContext } from '../context.ts';
import { chooseCriteria } from '../criteria.ts';

interface MeasureOptions {
  json?: boolean;
  compare?: string;
  until?: string[];
}

/** The metrics of the working tree, with no loop; with `--compare`, also those of a commit and what moved between them. */
export default async function measure(context: CommandContext, options: MeasureOptions): Promise<number> {
  const workspace = await locateWorkspace(context.cwd);
  const { settings } = await loadSettings(context.env, workspace, { source: 'the command line', values: {} });
  const criteria = await chooseCriteria(workspace, 'measure', options.until ?? [], settings);
  const scratch = await mkdtemp(join(tmpdir(), 'jumar-measure-'));
  const controller = new AbortController();
  const dispose = abortOnInterrupt(controller);
  const tree = { workspace, settings, criteria, scratch, env: context.env, signal: controller.signal };
  try {
    const now = await measureTree(tree, null);
    const then = options.compare === undefined ? null : await measureTree(tree, options.compare);
    const shown = {
      metrics: now,
      score: scoreMetrics(now, then).chosen,
      ...(then && { compared: then, deltas: deltas(then, now) }),
    };
    context.stdout.write(options.json ? `${JSON.stringify(shown, null, 2)}\n` : table(now, then));
    return 0;
  } finally {
    dispose();
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  }
}

function table(now: Metrics, then: Metrics | null): string {
  const rows: [string, string, string][] = [
    ['tests', told(now.tests, tests), told(then?.tests, tests)],
    [
      'coverage',
      told(now.coverage, (c) => `${c.lines.percentage} %`),
      told(then?.coverage, (c) => `${c.lines.percentage} %`),
    ],
    ['lint', told(now.lint, lint), told(then?.lint, lint)],
    ['types', told(now.types, (t) => `${t.errors} errors`), told(then?.types, (t) => `${t.errors} errors`)],
    ['build', told(now.build, (b) => b.status), told(then?.build, (b) => b.status)],
    ['files', told(now.files, String), told(then?.files, String)],
    ['lines', told(now.loc, String), told(then?.loc, String)],
    [
      'complexity',
      told(now.complexity, (c) => `mean ${c.mean}, max ${c.max}`),
      told(then?.complexity, (c) => `mean ${c.mean}, max ${c.max}`),
    ],
    ...Object.entries(now.custom).map(([name, value]): [string, string, string] => [
      name,
      String(value),
      told(then?.custom[name], String),
    ]),
  ];
  const lines = rows.map(([name, value, was]) => `${name.padEnd(12)} ${value}${then ? `   (was ${was})` : ''}`);
  return `${[...lines, ...now.unknown.map((reason) => `unknown      ${reason}`)].join('\n')}\n`;
}

const tests = ({
  total,
  passed,
  failed,
  skipped,
}: {
  total: number;
  passed: number;
  failed: number;
  skipped: number;
}) => `${passed}/${total} passed, ${failed} failed, ${skipped} skipped`;
const lint = ({ errors, warnings }: { errors: number; warnings: number }) => `${errors} errors, ${warnings} warnings`;

function told<T>(value: T | null | undefined, show: (value: T) => string): string {
  return value === null || value === undefined ? 'unknown' : show(value);
}
