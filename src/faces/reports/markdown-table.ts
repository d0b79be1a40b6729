/** A Markdown table with escaped cells. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(cellText).join(' | ')} |`;
}

function cellText(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
}
