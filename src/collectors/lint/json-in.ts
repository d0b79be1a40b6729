const MAX_TRIES = 20;

/**
 * The JSON document in a tool's output, though a package manager or the tool itself talked before or behind it.
 * Undefined where there is none.
 */
export function jsonIn(output: string): unknown {
  const whole = parsed(output);
  if (whole !== undefined) return whole;
  let tries = 0;
  for (const start of output.matchAll(/^[ \t]*[[{]/gm)) {
    if (++tries > MAX_TRIES) break;
    const open = start.index + start[0].length - 1;
    const close = output.lastIndexOf(output[open] === '{' ? '}' : ']');
    const value = close > open ? parsed(output.slice(open, close + 1)) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Every line that is a JSON object. */
export function jsonLines(output: string): unknown[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map(parsed)
    .filter((value) => value !== undefined);
}

/** Several documents behind one another, separated by lines that are none. */
export function jsonDocuments(output: string): unknown[] {
  const documents: unknown[] = [];
  let piece: string[] = [];
  let tries = 0;
  for (const line of output.split('\n')) {
    if (piece.length === 0 && !/^[[{]/.test(line)) continue;
    piece.push(line);
    if (!/^[\]}]/.test(line) && !(piece.length === 1 && /[\]}]\s*$/.test(line))) continue;
    const value = parsed(piece.join('\n'));
    if (value === undefined && ++tries > MAX_TRIES) break;
    if (value === undefined) continue;
    documents.push(value);
    piece = [];
  }
  return documents;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
