import { type Finding, isBlocking } from '../../../app/audit.ts';
import { withoutCommands, workflowCommand } from '../workflow-command.ts';
import { oneLine, placeOf, type Render } from './report.ts';

/** GitHub shows at most this many annotations per level and step. */
const MAX_ANNOTATIONS = 10;

/** GitHub Actions annotations, most severe first; the rest follows as plain log lines. */
export const github: Render = ({ findings }) =>
  (['error', 'warning', 'notice'] as const)
    .map((level) => {
      const all = findings.filter((finding) => finding.severity !== 'low' && levelOf(finding) === level);
      if (all.length <= MAX_ANNOTATIONS) return all.map((finding) => annotation(level, finding)).join('');
      const [annotated, rest] = [all.slice(0, MAX_ANNOTATIONS - 1), all.slice(MAX_ANNOTATIONS - 1)];
      const more = `${rest.length} more findings of this level are in the log of this step; GitHub shows ${MAX_ANNOTATIONS}.`;
      return [
        ...annotated.map((finding) => annotation(level, finding)),
        workflowCommand(level, { title: 'jumar audit' }, more),
        ...rest.map(logLine),
      ].join('');
    })
    .join('');

const levelOf = (finding: Finding): 'error' | 'warning' | 'notice' =>
  isBlocking(finding) ? 'error' : finding.expectedByTask || finding.allowed ? 'notice' : 'warning';

function annotation(level: string, finding: Finding): string {
  const { path, line } = placeOf(finding);
  const title = `${finding.type}: ${finding.pattern}`;
  return workflowCommand(level, { file: path, line, title }, `${finding.why} ${finding.fix}`);
}

function logLine(finding: Finding): string {
  const { path, line } = placeOf(finding);
  return withoutCommands(`${oneLine(path)}:${line} ${finding.pattern}: ${oneLine(finding.why)}\n`);
}
