'use strict';
// Taken now: a test may replace the functions of fs.
const { appendFileSync, openSync, writeSync } = require('node:fs');
const { join } = require('node:path');

let files = 0;

/** Opens a file of records beside the probe and begins it. Each record is on disk when the call returns. */
module.exports = function record(runner) {
  files += 1;
  // Runs that a test starts are not the user's.
  process.env.JUMAR_PROBE_INSIDE = String(process.pid);
  let file = openSync(join(__dirname, '..', 'out', `${name(runner)}-${process.pid}-${files}.ndjson`), 'a');
  const write = (fact) => {
    if (file === null) return;
    try {
      writeSync(file, `${JSON.stringify(fact)}\n`);
    } catch {
      file = null;
    }
  };
  write({ ev: 'begin', runner, pid: process.pid, cwd: process.cwd() });
  return write;
};

/** A runner's program was started; whether it comes to run tests is another matter. */
module.exports.started = (runner) => {
  appendFileSync(join(__dirname, '..', 'out', 'started.jsonl'), `${JSON.stringify({ runner, pid: process.pid })}\n`);
};

/** The beginning of an error's message; errors may be anything that can be thrown. */
module.exports.messageOf = (error) => {
  try {
    const text = error && typeof error === 'object' ? (error.message ?? error.stack ?? error.name) : error;
    return text === undefined || text === null ? undefined : String(text).slice(0, 4000);
  } catch {
    return undefined;
  }
};

function name(runner) {
  return runner.replace(/[^a-z]+/g, '-');
}
