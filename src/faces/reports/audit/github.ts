import { type Finding, isBlocking } from '../../../app/audit.ts';
import { withoutCommands, workflowCommand } from '../workflow-command.ts';
import { oneLine, placeOf, type Render } from './report.ts';

/** GitHub shows no more annotations of a level for one step. */
const most = 10;

/** Annotations of GitHub Actions, graver ones first; what it would not show follows as plain lines of the log. */
export const github: Render = ({ findings }) =>
  (['error', 'warning', 'notice'] as const)
    .map((level) => {
      const all = findings.filter((finding) => finding.severity !== 'low' && levelOf(finding) === level);
      if (all.length <= most) return all.map((finding) => annotation(level, finding)).join('');
      const [shown, rest] = [all.slice(0, most - 1), all.slice(most - 1)];
      const more = `${rest.length} more findings of this level are in the log of this step; GitHub shows ${most}.`;
      return [
        ...shown.map((finding) => annotation(level, finding)),
        workflowCommand(level, { title: 'jumar audit' }, more),
        ...rest.map(logged),
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

function logged(finding: Finding): string {
  const { path, line } = placeOf(finding);
  return withoutCommands(`${oneLine(path)}:${line} ${finding.pattern}: ${oneLine(finding.why)}\n`);
}
