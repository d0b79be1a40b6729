import { main } from './program.ts';
import { processContext } from './support/context.ts';
import { reportError } from './support/failure.ts';
import { leave } from './support/leave.ts';

/** Runs the command line with this process's streams and variables; the process then ends with the exit code. */
export async function runInProcess(args: readonly string[]): Promise<void> {
  // Node would exit with 1, which means that a limit was reached.
  process.on('uncaughtException', (error) => process.exit(reportError(error, processContext())));
  try {
    leave(await main(args, processContext()));
  } catch (error) {
    process.stderr.write(`jumar: ${(error as Error).message}\n  does the current folder still exist?\n`);
    leave(2);
  }
}
