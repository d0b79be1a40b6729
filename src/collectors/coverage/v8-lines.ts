export interface V8Function {
  functionName: string;
  ranges: V8Range[];
}

interface V8Range {
  startOffset: number;
  endOffset: number;
  count: number;
}

/** An offset in the code that ran, with the file and line of its source. */
export interface Position {
  offset: number;
  file: string;
  line: number;
}

/**
 * The positions (ordered by offset) whose lines were reached by a call. The module's top level is left out: it runs when
 * the module is loaded, even if nothing in it is called. V8 lists outer functions and ranges before inner ones.
 */
export function calledLines(functions: readonly V8Function[], positions: readonly Position[]): Position[] {
  const ranges = functions
    .flatMap(({ functionName, ranges }, index) => (index === 0 && functionName === '' ? [] : ranges))
    .map((range, index) => ({ range, index }))
    .sort((a, b) => a.range.startOffset - b.range.startOffset || a.index - b.index);
  const open: V8Range[] = [];
  const calledPositions: Position[] = [];
  let next = 0;
  for (const position of positions) {
    const { offset, line, file } = position;
    for (let range = ranges[next]?.range; range && range.startOffset <= offset; range = ranges[++next]?.range) {
      closeBefore(range.startOffset);
      open.push(range);
    }
    const last = calledPositions.at(-1);
    if (last && last.line === line && last.file === file) continue;
    closeBefore(offset);
    if ((open.at(-1)?.count ?? 0) > 0) calledPositions.push(position);
  }
  return calledPositions;

  function closeBefore(offset: number): void {
    while ((open.at(-1)?.endOffset ?? Number.POSITIVE_INFINITY) <= offset) open.pop();
  }
}

/** The positions of every token, for code that ran as it was written. */
export function positionsIn(text: string, file: string): Position[] {
  const positions: Position[] = [];
  let line = 1;
  for (const { 0: token, index: offset } of text.matchAll(/\n|[\w$]+|[^\s\w$]/g)) {
    if (token === '\n') line++;
    else positions.push({ offset, file, line });
  }
  return positions;
}
