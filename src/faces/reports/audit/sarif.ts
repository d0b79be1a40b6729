import { type Finding, isBlocking } from '../../../app/audit.ts';
import { findPattern } from '../../../app/patterns.ts';
import { placeOf, type Render } from './report.ts';

/** The parts of a SARIF result: a finding, or a metric alert with the same fields. */
export interface SarifResult {
  finding: Pick<Finding, 'id' | 'pattern' | 'severity' | 'confidence' | 'before' | 'after' | 'why' | 'fix'> & {
    type: string;
  };
  level: 'error' | 'warning' | 'note';
  suppressed: { kind: 'inSource' | 'external'; justification: string } | null;
}

/** SARIF 2.1.0, for code scanning services. */
export const sarif: Render = ({ findings, skipped }) => sarifText(findings.map(asResult), skipped);

export function sarifText(results: readonly SarifResult[], skipped: readonly { path: string; reason: string }[]) {
  const ids = [...new Set(results.map(({ finding }) => finding.pattern))];
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'jumar', informationUri: 'https://www.npmjs.com/package/jumar', rules: ids.map(ruleOf) },
        },
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: skipped.map((one) => ({
              level: 'note',
              message: { text: `${one.path} was not judged: ${one.reason}` },
            })),
          },
        ],
        results: results.map((result) => resultOf(result, ids)),
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function asResult(finding: Finding): SarifResult {
  const { allowed, expectedByTask, severity } = finding;
  const justification = allowed ?? (expectedByTask ? 'expected by the task' : null);
  return {
    finding,
    level: isBlocking(finding) ? 'error' : severity === 'low' ? 'note' : 'warning',
    suppressed: justification === null ? null : { kind: allowed ? 'inSource' : 'external', justification },
  };
}

function ruleOf(id: string): object {
  const pattern = findPattern(id);
  return {
    id,
    name: pattern?.name ?? id,
    shortDescription: { text: pattern?.name ?? id },
    fullDescription: { text: pattern ? `${pattern.catches} Not a finding: ${pattern.ignores}` : id },
    help: { text: pattern?.fix ?? '' },
  };
}

function resultOf({ finding, level, suppressed }: SarifResult, ids: string[]): object {
  const { path, line } = placeOf(finding);
  const place = (at: { path: string; line: number }): object => ({
    physicalLocation: { artifactLocation: { uri: uriOf(at.path) }, region: { startLine: Math.max(1, at.line) } },
  });
  return {
    ruleId: finding.pattern,
    ruleIndex: ids.indexOf(finding.pattern),
    level,
    message: { text: `${finding.why} ${finding.fix}`.trim() },
    ...(path ? { locations: [place({ path, line })] } : {}),
    ...(finding.before && finding.after
      ? { relatedLocations: [{ ...place(finding.before), message: { text: 'before' } }] }
      : {}),
    partialFingerprints: { 'jumarFinding/v1': finding.id },
    properties: { type: finding.type, severity: finding.severity, confidence: finding.confidence },
    ...(suppressed ? { suppressions: [suppressed] } : {}),
  };
}

/** Encodes each segment: a `#`, a `?` or a leading `c:` in a file name must not change the URI. */
const uriOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
