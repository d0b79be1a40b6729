/** Words in lines of at most `columns`, the second and later ones indented. A word that is longer stands alone. */
export function wrapped(text: string, columns: number, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const next = line === '' ? word : `${line} ${word}`;
    if (line.trim() !== '' && next.length > columns) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = next;
  }
  return line === '' ? lines : [...lines, line];
}

/** At most `columns` characters, the cut shown. */
export function clipped(text: string, columns: number, ellipsis = '…'): string {
  const characters = [...text];
  if (characters.length <= columns) return text;
  return `${characters.slice(0, Math.max(0, columns - ellipsis.length)).join('')}${ellipsis}`;
}
