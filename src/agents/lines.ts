import { StringDecoder } from 'node:string_decoder';

/** A longer line is handed on in pieces, so that a program that never ends a line cannot fill the memory. */
const MAX_LINE = 8 * 1024 * 1024;

/** Puts lines together from bytes that come in pieces cut anywhere, also inside a character. */
export function lineReader(onLine: (line: string) => void, maxLine = MAX_LINE) {
  const decoder = new StringDecoder('utf8');
  let held = '';
  const take = (text: string) => {
    held += text;
    let from = 0;
    for (let end = held.indexOf('\n'); end >= 0; end = held.indexOf('\n', from)) {
      onLine(held.slice(from, end).replace(/\r$/, ''));
      from = end + 1;
    }
    held = held.slice(from);
    if (held.length > maxLine) {
      onLine(held);
      held = '';
    }
  };
  return {
    write: (chunk: Buffer) => take(decoder.write(chunk)),
    /** The last line may lack its end. */
    end() {
      take(decoder.end());
      if (held !== '') onLine(held);
      held = '';
    },
  };
}
