import { isBlocking } from '../../../app/audit.ts';
import { plural } from '../format.ts';
import { markdownTable } from '../markdown-table.ts';
import { oneLine, placeOf, type Render } from './report.ts';

/** A summary for the page of a CI job or a pull request: what blocks, as a table that fits on a screen. */
export const markdown: Render = ({ label, findings, skipped, files }) => {
  const blocking = findings.filter(isBlocking);
  const warnings = findings.length - blocking.length;
  const title = blocking.length > 0 ? `❌ ${plural(blocking.length, 'finding')} to look at` : '✅ nothing lost';
  const rows = [...blocking, ...findings.filter((finding) => !isBlocking(finding))]
    .slice(0, MAX_ROWS)
    .map((finding) => {
      const { path, line } = placeOf(finding);
      return [isBlocking(finding) ? 'blocks' : 'warns', `\`${oneLine(path)}:${line}\``, finding.pattern, finding.why];
    });
  const left = findings.length - rows.length;
  return `${[
    `### Jumar audit: ${title}`,
    '',
    `${oneLine(label)}, ${plural(files, 'file')}${warnings > 0 ? `, ${plural(warnings, 'warning')}` : ''}${skipped.length > 0 ? `, ${skipped.length} not judged` : ''}`,
    ...(rows.length > 0 ? ['', ...markdownTable(['', 'place', 'pattern', 'why'], rows)] : []),
    ...(left > 0 ? ['', `${left} more are in the log of this step.`] : []),
  ].join('\n')}\n`;
};

const MAX_ROWS = 20;
