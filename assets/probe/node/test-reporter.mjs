// A reporter of node:test that prints nothing and records everything.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const inside = process.env.JUMAR_PROBE_INSIDE;
const record = createRequire(import.meta.url)('./record.cjs');

export default async function* reporter(source) {
  if (inside && inside !== String(process.pid)) {
    for await (const _ of source);
    return;
  }
  const write = record('node:test');
  /** Tests that were announced and have not come yet, by file. */
  const open = new Map();
  for await (const { type, data } of source) {
    if (type === 'test:enqueue' && data.file) count(open, data, 1);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.file) count(open, data, -1);
    const error = data.details?.error;
    write({
      ev: type,
      name: data.name,
      nesting: data.nesting,
      file: data.file,
      line: data.line,
      skip: data.skip,
      todo: data.todo,
      kind: data.details?.type,
      ms: data.details?.duration_ms,
      err: error ? (record.messageOf(error.cause ?? error) ?? record.messageOf(error)) : undefined,
      failureType: error?.failureType,
    });
  }
  for (const [file, tests] of open) if ([...tests.values()].some((n) => n > 0)) write({ ev: 'unfinished', file });
  for (const exit of exits()) write(exit);
  write({ ev: 'end' });
  yield '';
}

function count(open, { file, name, nesting, line }, step) {
  if (name === file || file.endsWith(`/${name}`)) return;
  const tests = open.get(file) ?? new Map();
  const key = `${nesting} ${line} ${name}`;
  tests.set(key, (tests.get(key) ?? 0) + step);
  open.set(file, tests);
}

/** Which test files called `process.exit`. */
function exits() {
  const file = join(fileURLToPath(new URL('../out', import.meta.url)), 'exits.jsonl');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
}
