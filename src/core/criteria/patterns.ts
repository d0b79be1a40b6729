export interface Pattern {
  pattern: string;
  flags: string;
  present: boolean;
}

/**
 * `<subject> ~ /re/flags` and `<subject> !~ /re/flags`. The operator is the first one outside of quotes, so that awk's own
 * `~` stays part of the command. Null if there is none; a string says what is wrong with the pattern.
 */
export function splitPattern(text: string): { subject: string; match: Pattern } | string | null {
  const operator = /^((?:[^"'`]|"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`)*?)\s(!?~)\s+(.*)$/s.exec(text);
  if (!operator) return null;
  const [, subject = '', sign = '', written = ''] = operator;
  const [, pattern = '', flags = ''] = /^\/(.+)\/([a-z]*)$/is.exec(written) ?? [];
  if (!pattern) {
    return `the pattern after ${sign} must be between slashes: ${sign} /pattern/ (for the home folder write $HOME)`;
  }
  const problem = problemWith(pattern, flags);
  return (
    problem ?? { subject: subject.trim(), match: { pattern, flags: flags.replace('g', ''), present: sign === '~' } }
  );
}

function problemWith(pattern: string, flags: string): string | null {
  const unknown = /[^gimsu]/.exec(flags);
  if (unknown) return `unsupported flag "${unknown[0]}" here; use i, m, s or u`;
  try {
    new RegExp(pattern, flags);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A pattern that matches the text itself. */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
