import { parseJson } from '../../core/text/foreign-json.ts';

const MAX_TRIES = 20;

/**
 * The JSON document in a tool's output, even if a package manager or the tool itself printed text around it. Undefined if
 * there is none.
 */
export function jsonIn(output: string): unknown {
  const whole = parseJson(output);
  if (whole !== undefined) return whole;
  let tries = 0;
  for (const start of output.matchAll(/^[ \t]*[[{]/gm)) {
    if (++tries > MAX_TRIES) break;
    const open = start.index + start[0].length - 1;
    const close = output.lastIndexOf(output[open] === '{' ? '}' : ']');
    const value = close > open ? parseJson(output.slice(open, close + 1)) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Every line that is a JSON object. */
export function jsonLines(output: string): unknown[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map(parseJson)
    .filter((value) => value !== undefined);
}

/** Several documents in sequence, separated by other lines. */
export function jsonDocuments(output: string): unknown[] {
  const documents: unknown[] = [];
  let piece: string[] = [];
  let tries = 0;
  for (const line of output.split('\n')) {
    if (piece.length === 0 && !/^[[{]/.test(line)) continue;
    piece.push(line);
    if (!/^[\]}]/.test(line) && !(piece.length === 1 && /[\]}]\s*$/.test(line))) continue;
    const value = parseJson(piece.join('\n'));
    if (value === undefined && ++tries > MAX_TRIES) break;
    if (value === undefined) continue;
    documents.push(value);
    piece = [];
  }
  return documents;
}
