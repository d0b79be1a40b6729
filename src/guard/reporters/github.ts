import { workflowCommand } from '../../reporters/workflow-command.ts';
import { isBlocking } from '../types.ts';
import { placeOf, type Render } from './report.ts';

/** Annotations of GitHub Actions, one line each. */
export const github: Render = ({ findings }) =>
  findings
    .filter((finding) => finding.severity !== 'low')
    .map((finding) => {
      const { path, line } = placeOf(finding);
      const level = isBlocking(finding) ? 'error' : finding.expectedByTask || finding.allowed ? 'notice' : 'warning';
      const title = `${finding.type}: ${finding.pattern}`;
      return workflowCommand(level, { file: path, line, title }, `${finding.why} ${finding.fix}`);
    })
    .join('');
