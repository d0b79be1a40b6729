import { writeFile } from 'node:fs/promises';
import { readContext } from './context.ts';
import { repair } from './repair.ts';
import { endAll } from './run-process.ts';

/** What clearing up may take at the end of the budget. */
const RESERVE_MS = 700;

const began = performance.now();
const context = await readContext(process.env.JUMAR_REPAIR_CONTEXT ?? '');
const budget = new AbortController();
setTimeout(() => budget.abort(new Error('the time is up')), Math.max(100, context.budgetMs - RESERVE_MS)).unref();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    endAll();
    process.exit(130);
  });
}

const say = (line: string) => process.stdout.write(`[${((performance.now() - began) / 1000).toFixed(1)} s] ${line}\n`);
const known = Object.entries(process.env).filter(
  (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('JUMAR_REPAIR_'),
);
const end = await repair(context, { ...Object.fromEntries(known), PYTHONDONTWRITEBYTECODE: '1' }, say, budget.signal);
if (end.kind === 'blocked') {
  say(`blocked: ${end.reason}`);
  await writeFile(context.blockedFile, end.reason);
}
if (end.kind === 'nothing') say('found nothing within the time; the search goes on in the next iteration');
process.exit(0);
