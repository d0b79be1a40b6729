import type { ReportedFailure } from '../failures/reported-failure.ts';
import { MAX_FAILURES, shortened, summarizeOutput } from '../failures/summarize-output.ts';
import { length } from '../text/characters.ts';
import { plainText } from '../text/plain-text.ts';
import type { Verdict } from './verdict.ts';

/** A run that a part of the metrics was read from. */
export interface MeasuredFrom {
  /** `tests`, `lint`, `types`, `build`, `coverage`, or `custom.<name>`. */
  part: string;
  command: string;
  exitCode: number | null;
  durationMs: number;
  /** Relative to the loop's folder; null if nothing was run again. */
  outputFile: string | null;
  /** It was known for this very tree, and not run. */
  cached?: boolean;
  /** Whose report was read, if that is known: `eslint`. */
  tool?: string;
  /** What it printed; its end if that is long. */
  output: string;
  /** What a linter or a type checker found, most severe first; left out if the output is to be read as people do. */
  problems?: readonly FoundProblem[];
}

/** Named after its rule. */
export interface FoundProblem extends ReportedFailure {
  severity: 'error' | 'warning';
  /** Relative to the root; null if it belongs to no file. */
  file: string | null;
  line: number | null;
}

type Excerpt = { excerpt: string; failures: ReportedFailure[] };
type Evidence = Excerpt & Pick<Verdict, 'command' | 'exitCode' | 'durationMs' | 'outputFile'>;

/** What a criterion on a metric can show beside the number; null if the source of the number is unknown. */
export function describeEvidence(metric: string, sources: readonly MeasuredFrom[], maxChars: number): Evidence | null {
  const parts = partsOf(metric);
  const all = sources.filter(({ part }) => parts.some((name) => part === name || isFigureOf(part, name)));
  if (all.length === 0) return null;
  const described = all.map((source) => ({ source, ...describeSource(source, metric, maxChars) }));
  const withDetails = described.filter(({ excerpt, failures }) => excerpt !== '' || failures.length > 0);
  const used = withDetails.length > 0 ? withDetails : described;
  const only = used.length === 1 ? used[0]?.source : undefined;
  const room = Math.floor(maxChars / used.length);
  const cut =
    used.length === 1 ? used : used.map(({ source }) => ({ source, ...describeSource(source, metric, room) }));
  return {
    command: [...new Set(used.map(({ source }) => source.command))].join('; '),
    exitCode: only?.exitCode ?? null,
    durationMs: used.reduce((sum, { source }) => sum + source.durationMs, 0),
    outputFile: used.find(({ source }) => source.outputFile !== null)?.source.outputFile ?? null,
    excerpt: cut
      .map(({ excerpt }) => excerpt)
      .filter(Boolean)
      .join('\n'),
    failures: used.flatMap(({ failures }) => failures).slice(0, MAX_FAILURES),
  };
}

/** The parts of the metrics that a name is computed from. */
export function partsOf(metric: string): string[] {
  if (metric.startsWith('custom.')) return [metric];
  if (metric === 'error_count') return ['tests', 'types', 'lint', 'build'];
  if (/^(?:tests?_|pass_rate$)/.test(metric)) return ['tests'];
  if (/coverage$/.test(metric)) return ['coverage', 'tests'];
  return [metric.replace(/^type_/, 'types_').replace(/_.*/, '')];
}

/** One command of the user's may print several: `custom.bundle` may also print `custom.bundle_kb`. */
function isFigureOf(part: string, metric: string): boolean {
  return part.startsWith('custom.') && metric.startsWith(`${part}_`);
}

function describeSource({ output, problems }: MeasuredFrom, metric: string, maxChars: number): Excerpt {
  if (!problems) return summarizeOutput(output, maxChars);
  const matching = problems.filter(({ severity }) => (severity === 'warning') === (metric === 'lint_warnings'));
  return {
    excerpt: listed(matching, maxChars),
    failures: matching.slice(0, MAX_FAILURES).map(shortened),
  };
}

const MAX_LINE = 200;

/** One a line, as many as there is room for, and how many are left out. */
function listed(problems: readonly ReportedFailure[], maxChars: number): string {
  const lines = problems.map(({ name, message, location }) =>
    plainText([location, name, message].filter(Boolean).join(' ')).replace(/\s+/g, ' ').slice(0, MAX_LINE),
  );
  const whole = lines.join('\n');
  if (length(whole) <= maxChars) return whole;
  for (let count = lines.length - 1; count > 0; count--) {
    const text = [...lines.slice(0, count), `…[truncated: ${lines.length - count} more]…`].join('\n');
    if (length(text) <= maxChars) return text;
  }
  return '';
}
