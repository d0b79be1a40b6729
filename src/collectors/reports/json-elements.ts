/** An element that is longer is left out: one test file's results are far smaller. */
const LONGEST_ELEMENT = 32 * 1024 * 1024;
const LONGEST_REST = 4 * 1024 * 1024;

export interface JsonElements {
  write(chunk: string): void;
  /** What stood around the elements (their array is empty there); null where it is no JSON. `closed`: to the last brace. */
  end(): { rest: unknown; closed: boolean; leftOut: number };
}

/**
 * Reads one JSON document of any size piece by piece and hands over the elements of one array in it, named by the keys
 * that lead there (`results.tests`). A document that was cut off gives the elements before the cut.
 */
export function jsonElements(array: string, onElement: (value: unknown) => void): JsonElements {
  const keys = array.split('.').length;
  const path: string[] = [];
  let rest = '';
  let element: string | null = null;
  let elementLength = 0;
  let leftOut = 0;
  let depth = 0;
  let inside = 0;
  let inString = false;
  let escaped = false;
  let lastString = '';
  let key = '';
  let closed = false;

  const keep = (piece: string) => {
    if (inside === 0) rest = rest.length + piece.length > LONGEST_REST ? rest : rest + piece;
    else if (element !== null) {
      elementLength += piece.length;
      element = elementLength > LONGEST_ELEMENT ? null : element + piece;
    }
  };
  const flush = () => {
    const value = element === null ? undefined : parsed(element);
    if (value === undefined) leftOut += elementLength === 0 ? 0 : 1;
    else onElement(value);
    element = '';
    elementLength = 0;
  };

  const structural = (char: string): void => {
    if (char === '{' || char === '[') {
      depth += 1;
      keep(char);
      if (inside > 0) return;
      path.push(key);
      // The length first: a document may be nested thousands of levels deep.
      if (char === '[' && path.length === keys + 1 && path.slice(1).join('.') === array) {
        inside = depth;
        element = '';
        elementLength = 0;
      }
      key = '';
    } else if (char === '}' || char === ']') {
      if (inside > 0 && depth === inside) {
        flush();
        inside = 0;
      }
      depth -= 1;
      key = '';
      keep(char);
      if (inside === 0) path.pop();
      if (depth === 0) closed = true;
    } else if (char === ',' && inside > 0 && depth === inside) flush();
    else {
      key = char === ':' ? lastString : '';
      keep(char);
    }
  };

  return {
    write(chunk) {
      let from = 0;
      for (let at = 0; at < chunk.length; at += 1) {
        const code = chunk.charCodeAt(at);
        if (inString) {
          if (escaped) escaped = false;
          else if (code === 0x5c) escaped = true;
          else if (code === 0x22) {
            inString = false;
            const piece = chunk.slice(from, at + 1);
            if (inside === 0) lastString += piece.slice(0, -1);
            keep(piece);
            from = at + 1;
          }
        } else if (code === 0x22) {
          keep(chunk.slice(from, at + 1));
          from = at + 1;
          inString = true;
          lastString = '';
        } else if (code === 0x7b || code === 0x7d || code === 0x5b || code === 0x5d || code === 0x2c || code === 0x3a) {
          keep(chunk.slice(from, at));
          from = at + 1;
          structural(chunk[at] ?? '');
        }
      }
      const left = chunk.slice(from);
      if (inString && inside === 0 && lastString.length < 1000) lastString += left;
      keep(left);
    },
    end: () => ({ rest: parsed(rest) ?? null, closed, leftOut }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
