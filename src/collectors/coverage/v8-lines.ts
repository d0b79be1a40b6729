export interface V8Function {
  functionName: string;
  ranges: V8Range[];
}

interface V8Range {
  startOffset: number;
  endOffset: number;
  count: number;
}

/** Where something stands in the code that ran, and on which line of which file a person wrote it. */
export interface Position {
  offset: number;
  file: string;
  line: number;
}

/**
 * Which lines of the positions, in the order of their offsets, were reached by a call. The module itself is left out: it runs
 * when it is loaded, even where nothing of it is called. V8 names outer functions and ranges before those inside them.
 */
export function calledLines(functions: readonly V8Function[], positions: readonly Position[]): Position[] {
  const ranges = functions
    .flatMap(({ functionName, ranges }, index) => (index === 0 && functionName === '' ? [] : ranges))
    .map((range, index) => ({ range, index }))
    .sort((a, b) => a.range.startOffset - b.range.startOffset || a.index - b.index);
  const open: V8Range[] = [];
  const called: Position[] = [];
  let next = 0;
  for (const position of positions) {
    const { offset, line, file } = position;
    for (let range = ranges[next]?.range; range && range.startOffset <= offset; range = ranges[++next]?.range) {
      closeBefore(range.startOffset);
      open.push(range);
    }
    const last = called.at(-1);
    if (last && last.line === line && last.file === file) continue;
    closeBefore(offset);
    if ((open.at(-1)?.count ?? 0) > 0) called.push(position);
  }
  return called;

  function closeBefore(offset: number): void {
    while ((open.at(-1)?.endOffset ?? Number.POSITIVE_INFINITY) <= offset) open.pop();
  }
}

/** Every word and sign of a text that ran as it was written. */
export function positionsIn(text: string, file: string): Position[] {
  const positions: Position[] = [];
  let line = 1;
  for (const { 0: found, index: offset } of text.matchAll(/\n|[\w$]+|[^\s\w$]/g)) {
    if (found === '\n') line++;
    else positions.push({ offset, file, line });
  }
  return positions;
}
