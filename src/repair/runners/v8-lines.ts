/**
 * The lines that ran, from V8's nested ranges: an inner range overrides the outer one. Offsets refer to the text that V8
 * ran; if they do not fit, the text was transformed and the result is empty.
 */
export function linesOfRanges(text: string, ranges: readonly [number, number, number][]): Set<number> {
  const lines = new Set<number>();
  if (ranges.some(([, end]) => end > text.length)) return lines;
  const ran = new Uint8Array(text.length);
  const ordered = [...ranges].sort(([a, b], [c, d]) => d - c - (b - a));
  for (const [start, end, count] of ordered) ran.fill(count > 0 ? 1 : 0, start, end);
  let line = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) line += 1;
    // Brackets, semicolons and blanks do not count.
    else if (ran[at] === 1 && code > 32 && code !== 125 && code !== 123 && code !== 59) lines.add(line);
  }
  return lines;
}
