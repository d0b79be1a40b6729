#!/usr/bin/env node
import { main } from './program.ts';
import { processContext } from './support/context.ts';
import { reportError } from './support/failure.ts';
import { leave } from './support/leave.ts';
import { watchOutput } from './support/output-failure.ts';

const output = watchOutput(process.stdout, process.stderr);
// If stderr cannot be written either, the exit code has to say it.
process.stderr.on('error', () => {});
// Node would exit with 1, which means that a limit was reached.
process.on('uncaughtException', (error) => process.exit(reportError(error, processContext())));
// A write fails after the command has returned.
process.on('exit', (code) => {
  process.exitCode = output.codeAfter(code);
});

try {
  leave(await main(process.argv.slice(2), processContext()));
} catch (error) {
  process.stderr.write(`jumar: ${(error as Error).message}\n  does the current folder still exist?\n`);
  leave(2);
}
