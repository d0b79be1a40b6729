'use strict';
const { appendFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

require('./step-back.cjs')();

// A file that ends by itself never comes here; one that calls process.exit takes its unfinished tests with it.
const exit = process.reallyExit;
process.reallyExit = function (code) {
  try {
    const file = resolve(process.argv[1] ?? '');
    const fact = { ev: 'exit', file, code: Number(code ?? process.exitCode ?? 0) };
    appendFileSync(join(__dirname, '..', 'out', 'exits.jsonl'), `${JSON.stringify(fact)}\n`);
  } catch {}
  return exit.call(process, code);
};
