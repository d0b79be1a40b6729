const PATIENCE_MS = 2000;

/** The command is over: whatever still keeps the process alive (a timer, a child, a channel) gets two seconds. */
export function leave(code: number): void {
  process.exitCode = code;
  const end = () => (process.stdout.writableLength > 0 ? wait() : process.exit());
  const wait = () => setTimeout(end, PATIENCE_MS).unref();
  wait();
}
