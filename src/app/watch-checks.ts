import { lineReader } from '../agents/lines.ts';
import { plainText } from '../core/text/plain-text.ts';
import type { OnActivity, WatchCommand } from '../ports/activity.ts';

/** How often output is reported, and how many of the lines that came in between: a flood must cost little. */
const REPORT_MS = 200;
const MAX_LINES = 20;
const MAX_COLUMNS = 400;
/** A program that never ends a line must not fill the memory. */
const MAX_LINE = 64 * 1024;

/** Reports what checks and measuring commands print while they run, the newest lines of each moment. */
export function watchChecks(onActivity: OnActivity): WatchCommand {
  return (command) => {
    const startedAt = Date.now();
    let lines: string[] = [];
    let omitted = 0;
    let timer: NodeJS.Timeout | null = null;
    const report = () => {
      timer = null;
      onActivity({ type: 'check-activity', command, lines: lines.map(readable), omitted, ms: Date.now() - startedAt });
      [lines, omitted] = [[], 0];
    };
    const reader = lineReader((line) => {
      if (line.trim() === '') return;
      lines.push(line.slice(-MAX_LINE));
      if (lines.length > MAX_LINES) {
        lines.shift();
        omitted += 1;
      }
    }, MAX_LINE);
    report();
    return {
      write(chunk) {
        reader.write(chunk);
        timer ??= setTimeout(report, REPORT_MS);
      },
      end() {
        reader.end();
        if (timer) clearTimeout(timer);
        if (lines.length > 0) report();
      },
    };
  };
}

const readable = (line: string): string => plainText(line).slice(0, MAX_COLUMNS);
