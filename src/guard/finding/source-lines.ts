/**
 * An excerpt as it stands in the file. Patterns compare tokens, so theirs may be token texts (`expect ( a ) . toBe ( 1 )`); people
 * want to see the lines. A text that is not found near enough to its form in the file is only tidied.
 */
export function sourceLines(excerpt: string, content: string | null, line: number): string {
  const known = content === null ? null : squeezed(content);
  const shown = excerpt.split('\n').map((text) => {
    if (text.trim() === '' || content === null || known === null || content.includes(text.trim())) return text;
    return linesOf(text, content, known, line) ?? tidyTokens(text);
  });
  return shown.join('\n');
}

/** Token texts within a sentence, spaced as people write code. */
export function tidyTokens(text: string): string {
  return text
    .replace(/ \. (?=\S)/g, '.')
    .replace(/(?<=[\w$)\]"'>]) ?\( /g, '(')
    .replace(/([([]) (?=\S)/g, '$1')
    .replace(/(?<=\S) ([)\]])/g, '$1')
    .replace(/(?<=\S) ([,;])(?= |$)/g, '$1');
}

interface Squeezed {
  text: string;
  /** For every character of `text`, where it is in the file. */
  at: number[];
}

let latest: { content: string; squeezed: Squeezed } | null = null;

/** Without white space, with one kind of quotes. One file is asked about many times in a row. */
function squeezed(content: string): Squeezed {
  if (latest?.content === content) return latest.squeezed;
  const at: number[] = [];
  const text: string[] = [];
  for (let i = 0; i < content.length; i++) {
    const char = content[i] as string;
    if (/\s/.test(char)) continue;
    text.push(/['`]/.test(char) ? '"' : char);
    at.push(i);
  }
  latest = { content, squeezed: { text: text.join(''), at } };
  return latest.squeezed;
}

function linesOf(excerpt: string, content: string, { text, at }: Squeezed, line: number): string | null {
  const wanted = excerpt.replace(/\s+/g, '').replace(/['`]/g, '"');
  let nearest: { start: number; end: number; distance: number } | null = null;
  for (let found = text.indexOf(wanted); found >= 0; found = text.indexOf(wanted, found + 1)) {
    const [start, end] = [at[found] as number, at[found + wanted.length - 1] as number];
    const distance = Math.abs(content.slice(0, start).split('\n').length - line);
    if (nearest === null || distance < nearest.distance) nearest = { start, end, distance };
    if (distance === 0) break;
  }
  if (nearest === null) return null;
  const end = content.indexOf('\n', nearest.end);
  const lines = content
    .slice(content.lastIndexOf('\n', nearest.start) + 1, end < 0 ? undefined : end)
    .replaceAll('\r', '')
    .split('\n');
  const indents = lines.filter((one) => one.trim() !== '').map((one) => /^\s*/.exec(one)?.[0].length ?? 0);
  return lines.map((one) => one.slice(Math.min(...indents))).join('\n');
}
