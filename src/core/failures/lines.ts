import { isNoise } from '../text/noise.ts';

/**
 * A place in a file as runners write it: `a.js:4:2`, `File "a.py", line 4`, `Calc.java:[7,31]`, `a.ts(2,5)`. A path is looked
 * for only where a word begins: from the middle of a long one, every character would be a beginning.
 */
const PLACES: readonly RegExp[] = [
  /File "([^"]+)", line (\d+)/,
  /(?<![\w@.~/\\+-])((?:file:\/\/)?[\w@.~/\\+-]*[\w-]\.\w+):\[(\d+),(\d+)\]/,
  /(?<![\w@.~/\\+-])([\w@.~/\\+-]*[\w-]\.\w+): .*\((\d+):(\d+)\)$/,
  /(?<![\w@.~/\\+-])((?:file:\/\/)?[\w@.~/\\+-]*[\w-]\.\w+)\((\d+),(\d+)\)/,
  /(?<![\w@.~/\\+-])((?:file:\/\/)?[\w@.~/\\+-]*[\w-]\.[A-Za-z]\w*):(\d+)(?::(\d+))?/,
];

/** The place that a line names; null if it names none. Absolute paths and file URLs lose what is not the file's. */
export function placeIn(line: string): string | null {
  for (const pattern of PLACES) {
    const found = pattern.exec(line);
    if (!found?.[1]) continue;
    const path = found[1].replace(/^file:\/\//, '').replace(/^\.\//, '');
    return [path, found[2], found[3]].filter((part) => part !== undefined).join(':');
  }
  return null;
}

/** Frames, as the runtimes and runners write them. */
const FRAME =
  /^\s*(?:at |❯ |› |# \.?\/|File "|\d+: )\S|^\s*at \/|^\s+(?:async )?[\w.<>$[\] ]+ \((?:file:|\/|\.|\S+:\d+:\d+\)$)|^\s*\/\S+:\d+(?: \+0x\w+)?$|^\S+\.py:\d+: /;

export function isFrame(line: string): boolean {
  return FRAME.test(line) && placeIn(line) !== null;
}

/** Frames of runners, runtimes and dependencies: not where the user's code went wrong. */
const FOREIGN =
  /node_modules[\\/]|node:|<Jasmine>|site-packages|dist-packages|[\\/]lib[\\/]python\d|[\\/](?:go|go-[\d.]+)[\\/]src[\\/]|^\/usr\/lib|\/rustc\/|\bat (?:java|jdk|sun|org\.junit|org\.opentest4j|org\.apache|junit)\b|[\\/]gems[\\/]|[\\/]vendor[\\/]|importlib|<anonymous>\)$|<frozen /;

export function isForeign(line: string): boolean {
  return FOREIGN.test(line);
}

/** Source around the failure: `  3| …`, `    > 4 | …`, `   |   ^`, `   4: …` of AVA. */
const CONTEXT = /^\s*(?:\d+\s*\||\|(?:\s|$)|\d+: )/;
const POINTED = /^\s*>\s+(?:\d+ \| ?)?(.*)$/;
const CARET = /^[\s|.-]*[\^~]+\s*$/;

export function isContext(line: string): boolean {
  return CONTEXT.test(line) || CARET.test(line);
}

/** The source line that a runner points at: marked with `>`, or with a caret beneath. */
export function pointedSource(lines: readonly string[]): string | null {
  for (const line of lines) {
    const marked = POINTED.exec(line)?.[1]?.trim();
    if (marked) return marked;
  }
  if (lines.some((line) => line.startsWith('Traceback '))) return null;
  const caret = lines.findIndex((line, index) => index > 0 && CARET.test(line) && line.includes('^'));
  const above = lines[caret - 1];
  if (above === undefined || /^\s*[-+]/.test(above)) return null;
  return caret === -1 ? null : above.replace(/^\s*\d+\s*\| ?/, '').trim() || null;
}

export function isPointed(line: string): boolean {
  return POINTED.test(line);
}

/** What runners put around a failure and what says nothing of it. */
const TRIMMINGS: readonly RegExp[] = [
  /^\s*(?:Message|Stack|Details|Difference \(- actual, \+ expected\)):$/,
  /^\s*(?:- Expected|\+ Received|\+ expected - actual|--- expected|\+\+\+ actual|@@ .* @@)$/,
  /^\s*(?:Traceback \(most recent call last\):|stack backtrace:|Error Context: .*|\(compared using ==\))$/,
  /^\s*(?:---|\.\.\.)$/,
  /^\s*(?:duration_ms|type|failureType|code|name|severity|stack|source|stdio|cwd|externalID|command|args|compare|typeName|fileName|lineNumber|columnNumber|exitCode|signal|operator|generatedMessage|location|at|diff)(?: ?[:=])(?:\s|$)/,
  /^\s*(?:at )?async Promise\.all \(index \d+\)$/,
  /^\s*[{}]$/,
  /^(?:(?:testing|runtime)\.\S+\(|panic\(|goroutine \d+|created by )/,
];

export function isUninformative(line: string): boolean {
  return isNoise(line) || TRIMMINGS.some((pattern) => pattern.test(line));
}
