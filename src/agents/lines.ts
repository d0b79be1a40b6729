import { StringDecoder } from 'node:string_decoder';

/** A longer line is passed on in pieces, so that a program that never ends a line cannot fill the memory. */
const MAX_LINE = 8 * 1024 * 1024;

/** Assembles lines from chunks of bytes, which may be split anywhere, even inside a character. */
export function lineReader(onLine: (line: string) => void, maxLine = MAX_LINE) {
  const decoder = new StringDecoder('utf8');
  let buffer = '';
  const append = (text: string) => {
    buffer += text;
    let from = 0;
    for (let end = buffer.indexOf('\n'); end >= 0; end = buffer.indexOf('\n', from)) {
      onLine(buffer.slice(from, end).replace(/\r$/, ''));
      from = end + 1;
    }
    buffer = buffer.slice(from);
    if (buffer.length > maxLine) {
      onLine(buffer);
      buffer = '';
    }
  };
  return {
    write: (chunk: Buffer) => append(decoder.write(chunk)),
    /** The last line may lack a line break. */
    end() {
      append(decoder.end());
      if (buffer !== '') onLine(buffer);
      buffer = '';
    },
  };
}
