/** One line, as it stands in lists and messages of commits. */
export function inline(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The first line of a prompt or a commit. */
export function titleLine(title: string): string {
  const line = inline(title);
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

/** `Add a login page` → `add-a-login-page`: whole words, at most 40 characters. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mn}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word.slice(0, 40) : `${slug}-${word}`;
    if (longer.length > 40) break;
    slug = longer;
  }
  return slug || 'task';
}
