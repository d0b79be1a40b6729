'use strict';
const { appendFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

// node:test gives every file a process of its own: what V8 writes of the process is what the file's tests reached.
try {
  const fact = { pid: process.pid, file: resolve(process.argv[1] ?? '') };
  appendFileSync(join(__dirname, '..', 'out', 'test-files.jsonl'), `${JSON.stringify(fact)}\n`);
} catch {
  // without the note it is unknown what this file's tests reach; a probe never stands in the way of the tests
}
