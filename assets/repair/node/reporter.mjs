// A reporter of node:test for one test file run by itself. Each result is a line on file descriptor 3 as it happens, and the
// process ends as soon as the plan in JUMAR_REPAIR_PLAN says that the rest cannot matter.
import { readFileSync, writeSync } from 'node:fs';

const plan = process.env.JUMAR_REPAIR_PLAN ? JSON.parse(readFileSync(process.env.JUMAR_REPAIR_PLAN, 'utf8')) : null;
const mustPass = new Set(plan?.mustPass ?? []);
let allowed = plan?.allowed ?? Number.POSITIVE_INFINITY;

export default async function* reporter(source) {
  const path = [];
  const seen = new Map();
  for await (const { type, data } of source) {
    if (type === 'test:start') path[data.nesting] = data.name;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type === 'suite' || data.details?.error?.failureType === 'subtestsFailed') continue;
    const name = numbered([...path.slice(0, data.nesting), data.name].join(' > '), seen);
    const failed = type === 'test:fail' && data.todo === undefined;
    const skipped = data.skip !== undefined || data.todo !== undefined;
    const error = data.details?.error?.cause ?? data.details?.error;
    write({ ev: 'test', name, status: failed ? 'failed' : skipped ? 'skipped' : 'passed', error: failed ? told(error) : null });
    if (!failed) continue;
    if (mustPass.has(name)) stop(`${name} passed before`);
    else if (--allowed < 0) stop('too many failures to be better');
  }
  write({ ev: 'end' });
  yield '';
}

function stop(reason) {
  write({ ev: 'stopped', reason });
  process.kill(process.pid, 'SIGKILL');
}

function numbered(name, seen) {
  const count = (seen.get(name) ?? 0) + 1;
  seen.set(name, count);
  return count === 1 ? name : `${name} #${count}`;
}

function told(error) {
  try {
    const message = String(error?.message ?? error).slice(0, 2000);
    return { message, stack: String(error?.stack ?? '').slice(0, 6000) };
  } catch {
    return { message: 'an error that cannot be shown', stack: '' };
  }
}

function write(fact) {
  writeSync(3, `${JSON.stringify(fact)}\n`);
}
