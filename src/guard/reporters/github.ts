import { isBlocking } from '../types.ts';
import { placeOf, type Render } from './report.ts';

/** Annotations of GitHub Actions, one line each. */
export const github: Render = ({ findings }) =>
  findings
    .filter((finding) => finding.severity !== 'low')
    .map((finding) => {
      const { path, line } = placeOf(finding);
      const level = isBlocking(finding) ? 'error' : finding.expectedByTask || finding.allowed ? 'notice' : 'warning';
      return `::${level} file=${property(path)},line=${line},title=${property(`${finding.type}: ${finding.pattern}`)}::${data(`${finding.why} ${finding.fix}`)}\n`;
    })
    .join('');

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
