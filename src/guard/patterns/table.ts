import { patterns } from './index.ts';

/** The catalogue as a Markdown table, for docs/guard.md. */
export function patternTable(): string {
  const rows = patterns.map(
    ({ id, type, severity, languages, catches, ignores }) =>
      `| \`${id}\` | ${type} | ${severity} | ${Array.isArray(languages) ? (languages.length === 5 ? 'all' : languages.join(', ')) : languages} | ${cell(catches)} | ${cell(ignores)} |`,
  );
  return [
    '| pattern | type | severity | languages | catches | not a finding |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
