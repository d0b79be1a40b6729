import { plainText } from '../text/plain-text.ts';

/** What a program says after it has said why it failed: frames, carets, versions, where a log is. */
const NOISE =
  /^\s*(?:at .+|[~^]+|[{}()[\];,]+|Node\.js v\d.*|npm (?:error|ERR!) (?:A complete log|\s+.*_logs).*|note: run with `RUST_BACKTRACE.*|goroutine \d+ .*|exit status \d+|\.\.\. \d+ more.*)?\s*$/;
/** An error that nothing caught. Node prints its fields below it. */
const THROWN = /^(?:Uncaught |fatal: |panic: |thread '.*' panicked|[\w.]*(?:Error|Exception)\b(?: \[\w+\])?:)/;
const RECENT = 40;

/** The line of an output that says best why its program failed; empty if it printed nothing. */
export function lastMeaningfulLine(output: string): string {
  const lines = plainText(output)
    .split('\n')
    .filter((line) => !NOISE.test(line))
    .slice(-RECENT);
  const line = lines.findLast((one) => THROWN.test(one)) ?? lines.at(-1) ?? '';
  return line.trim();
}
