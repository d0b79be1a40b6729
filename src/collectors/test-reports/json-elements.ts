import { parseJson } from '../../core/text/foreign-json.ts';

/** A longer element is skipped; the results of one test file are far smaller. */
const MAX_ELEMENT = 32 * 1024 * 1024;
const MAX_REST = 4 * 1024 * 1024;

export interface JsonElements {
  write(chunk: string): void;
  /** `rest` is the document with an empty array; null if it is not JSON. `isClosed`: the document was complete. */
  end(): { rest: unknown; isClosed: boolean; skippedElements: number };
}

/**
 * Reads a JSON document of any size in pieces and passes on the elements of one array, given by its path of keys
 * (`results.tests`). A truncated document yields the elements before the cut.
 */
export function jsonElements(array: string, onElement: (value: unknown) => void): JsonElements {
  const keys = array.split('.').length;
  const path: string[] = [];
  let rest = '';
  let element: string | null = null;
  let elementLength = 0;
  let skippedElements = 0;
  let depth = 0;
  let inside = 0;
  let inString = false;
  let escaped = false;
  let lastString = '';
  let key = '';
  let isClosed = false;

  const appendPiece = (piece: string) => {
    if (inside === 0) rest = rest.length + piece.length > MAX_REST ? rest : rest + piece;
    else if (element !== null) {
      elementLength += piece.length;
      element = elementLength > MAX_ELEMENT ? null : element + piece;
    }
  };
  const flush = () => {
    const value = element === null ? undefined : parseJson(element);
    if (value === undefined) skippedElements += elementLength === 0 ? 0 : 1;
    else onElement(value);
    element = '';
    elementLength = 0;
  };

  const structural = (char: string): void => {
    if (char === '{' || char === '[') {
      depth += 1;
      appendPiece(char);
      if (inside > 0) return;
      path.push(key);
      // Check the length first, because a document may be nested thousands of levels deep.
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
      appendPiece(char);
      if (inside === 0) path.pop();
      if (depth === 0) isClosed = true;
    } else if (char === ',' && inside > 0 && depth === inside) flush();
    else {
      key = char === ':' ? lastString : '';
      appendPiece(char);
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
            appendPiece(piece);
            from = at + 1;
          }
        } else if (code === 0x22) {
          appendPiece(chunk.slice(from, at + 1));
          from = at + 1;
          inString = true;
          lastString = '';
        } else if (code === 0x7b || code === 0x7d || code === 0x5b || code === 0x5d || code === 0x2c || code === 0x3a) {
          appendPiece(chunk.slice(from, at));
          from = at + 1;
          structural(chunk[at] ?? '');
        }
      }
      const remainder = chunk.slice(from);
      if (inString && inside === 0 && lastString.length < 1000) lastString += remainder;
      appendPiece(remainder);
    },
    end: () => ({ rest: parseJson(rest) ?? null, isClosed, skippedElements }),
  };
}
