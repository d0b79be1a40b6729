import { warnsInReview } from '../decision/excuse.ts';
import { excuses } from '../decision/excuses.ts';
import type { Pattern } from './pattern.ts';

/** One page on one pattern, in Markdown, as `jumar audit --explain <id>` prints it. */
export function patternPage(pattern: Pattern): string {
  const { id, name, type, severity, confidence, catches, ignores, fix, example } = pattern;
  return [
    `# ${id}: ${name}`,
    '',
    `Type \`${type}\`, severity ${severity} (${consequenceOf(pattern)}), confidence ${confidence}, ${languageText(pattern)}.`,
    '',
    '## Catches',
    '',
    catches,
    '',
    '## Not a finding',
    '',
    ignores,
    '',
    '## Example',
    '',
    '```diff',
    ...withSign('-', example.before),
    ...withSign('+', example.after),
    '```',
    '',
    '## What to do',
    '',
    fix,
    '',
    'To tune it, write `.jumar/patterns/<name>.yaml`; to allow one place, put `jumar-allow` there in an earlier change:',
    '',
    '```yaml',
    `- id: ${id}`,
    `  severity: ${severity === 'low' ? 'medium' : 'low'}        # or off: true, paths: […], exclude: […], languages: […]`,
    '```',
    '',
  ].join('\n');
}

const consequenceOf = ({ id, severity }: Pattern): string =>
  `${consequence[severity]}${warnsInReview(excuses, id) ? ' in a loop and with `--strict`, warns in a review' : ''}`;

const consequence = { critical: 'blocks', high: 'blocks', medium: 'warns', low: 'is only listed in json and sarif' };

const languageText = ({ languages }: Pattern): string =>
  Array.isArray(languages)
    ? `languages: ${languages.join(', ')}`
    : languages === 'config'
      ? 'in configuration files'
      : 'in any file';

const withSign = (sign: string, text: string): string[] =>
  text === '' ? [] : text.split('\n').map((line) => `${sign} ${line}`);
