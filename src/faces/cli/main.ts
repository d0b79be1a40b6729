#!/usr/bin/env node
import { main } from './program.ts';
import { processContext } from './support/context.ts';

/** A closed pipe (`jumar list | head`) or a closed terminal does not end a loop. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
});

try {
  process.exitCode = await main(process.argv.slice(2), processContext());
} catch (error) {
  process.stderr.write(`jumar: ${(error as Error).message}\n  does the current folder still exist?\n`);
  process.exitCode = 2;
}
