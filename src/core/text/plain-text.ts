/**
 * What a person would read of a terminal's output: escape sequences and control characters gone, line ends as `\n`, and
 * of a line that was drawn over itself (progress bars, spinners) only its last state. Linear in the text's length.
 */
export function plainText(output: string): string {
  const text = stripped(output);
  return text.includes('\r') ? text.split('\n').map(lastDrawn).join('\n') : text;
}

/** The same, but with every state of lines that were drawn over: each counts as a line of its own. */
export function withoutEscapes(output: string): string {
  return stripped(output).replace(/\r\n?/g, '\n');
}

function stripped(output: string): string {
  return output.replace(RETURN_TO_LINE_START, '\r').replace(ESCAPE_SEQUENCE, '').replace(CONTROL_CHARACTER, '');
}

/** Erase the whole line, or move to its first column: what spinners use in place of a carriage return. */
const RETURN_TO_LINE_START = /\x1b\[(?:2K|[01]?G)/g;

/** CSI, OSC and the other string sequences, character-set and two-character escapes; also cut off at the text's end. */
const ESCAPE_SEQUENCE =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*(?:[@-~]|$)|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\|$)|\x1b[ -/]*(?:[0-~]|$)|\x1b/g;

const CONTROL_CHARACTER = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

function lastDrawn(line: string): string {
  if (!line.includes('\r')) return line;
  return line.split('\r').findLast((drawn) => drawn.trim() !== '') ?? '';
}
