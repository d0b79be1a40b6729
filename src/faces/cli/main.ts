#!/usr/bin/env node
import { version } from '../../system/version.ts';
import { watchOutput } from './support/output-failure.ts';

const output = watchOutput(process.stdout, process.stderr);
// If stderr cannot be written either, the exit code has to say it.
process.stderr.on('error', () => {});
// A write fails after the command has returned.
process.on('exit', (code) => {
  process.exitCode = output.codeAfter(code);
});

const args = process.argv.slice(2);
if (args.length === 1 && ['--version', '-V'].includes(args[0] ?? '')) {
  // Scripts and editors ask for it often: nothing else is loaded.
  process.stdout.write(`${version()}\n`);
} else {
  // Not awaited here: what it loads uses parts of this file's bundle, which has to be ready first.
  void import('./run-in-process.ts').then(({ runInProcess }) => runInProcess(args));
}
