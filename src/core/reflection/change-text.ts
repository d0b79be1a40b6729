import { quoted } from '../text/one-line.ts';

const MAX_FILES = 2;
const MAX_LINES = 4;
const MAX_LINE = 90;

/** A patch in a few words: the files with how much changed in them, and its first lines. Empty if it has none. */
export function changeText(patch: string): string {
  const files = patch
    .split(/^diff --git /m)
    .slice(1)
    .flatMap(fileChange);
  const more = files.length > MAX_FILES ? ` And ${files.length - MAX_FILES} more files.` : '';
  const summaries = files.slice(0, MAX_FILES).map(({ path, lines }) => {
    const [added, removed] = ['+', '-'].map((sign) => lines.filter((line) => line.startsWith(sign)).length);
    const firstLines = lines.filter((line) => line.slice(1).trim() !== '').slice(0, MAX_LINES);
    return `In ${quoted(path, 100)} (+${added} −${removed}): ${firstLines.map((line) => quoted(line, MAX_LINE)).join(' ')}.`;
  });
  return `${summaries.join(' ')}${more}`;
}

function fileChange(part: string): { path: string; lines: string[] }[] {
  const [head = '', ...hunks] = part.split(/^(?=@@ )/m);
  const path = /^(?:\+\+\+ b\/|--- a\/)(.+)$/m.exec(head.replace(/^--- .*\n(?=\+\+\+ b\/)/m, ''))?.[1];
  const lines = hunks.flatMap((hunk) =>
    hunk
      .split('\n')
      .slice(1)
      .filter((line) => /^[+-]/.test(line)),
  );
  return path && lines.length > 0 ? [{ path: path.trim(), lines }] : [];
}
