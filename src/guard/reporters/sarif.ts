import { patterns } from '../patterns/index.ts';
import { type Finding, isBlocking } from '../types.ts';
import { placeOf, type Render } from './report.ts';

/** SARIF 2.1.0, as code scanning services read it. */
export const sarif: Render = ({ findings, skipped }) => {
  const ids = [...new Set(findings.map((finding) => finding.pattern))];
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
        results: findings.map((finding) => resultOf(finding, ids)),
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
};

function ruleOf(id: string): object {
  const pattern = patterns.find((one) => one.id === id);
  return {
    id,
    name: pattern?.name ?? id,
    shortDescription: { text: pattern?.name ?? id },
    fullDescription: { text: pattern ? `${pattern.catches} Not a finding: ${pattern.ignores}` : id },
    help: { text: pattern?.fix ?? '' },
  };
}

function resultOf(finding: Finding, ids: string[]): object {
  const { path, line } = placeOf(finding);
  const place = (at: { path: string; line: number }): object => ({
    physicalLocation: { artifactLocation: { uri: uriOf(at.path) }, region: { startLine: Math.max(1, at.line) } },
  });
  const suppressed = finding.allowed ?? (finding.expectedByTask ? 'expected by the task' : null);
  return {
    ruleId: finding.pattern,
    ruleIndex: ids.indexOf(finding.pattern),
    level: isBlocking(finding) ? 'error' : finding.severity === 'low' ? 'note' : 'warning',
    message: { text: `${finding.why} ${finding.fix}` },
    ...(path ? { locations: [place({ path, line })] } : {}),
    ...(finding.before && finding.after
      ? { relatedLocations: [{ ...place(finding.before), message: { text: 'before' } }] }
      : {}),
    partialFingerprints: { 'jumarFinding/v1': finding.id },
    properties: { type: finding.type, severity: finding.severity, confidence: finding.confidence },
    ...(suppressed
      ? { suppressions: [{ kind: finding.allowed ? 'inSource' : 'external', justification: suppressed }] }
      : {}),
  };
}

/** Each segment by itself: a `#`, a `?` or a leading `c:` in a file's name must not read as a part of the URI. */
const uriOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
