import { writeFile } from 'node:fs/promises';
import { readContext } from './context.ts';
import { endAll } from './model/run-process.ts';
import { repair } from './repair.ts';

/** Share of the budget reserved for stopping processes, delivering and cleaning up. */
const RESERVE = 0.05;
/** Anything still running this long after the budget is abandoned; the next start cleans up. */
const LATE_MS = 400;

const context = await readContext(process.env.JUMAR_REPAIR_CONTEXT ?? '');
const budget = new AbortController();
const remainingMs = (ms: number) => Math.max(100, ms - performance.now());
setTimeout(
  () => budget.abort(new Error('the time is up')),
  remainingMs(context.budgetMs - Math.min(2000, context.budgetMs * RESERVE)),
).unref();
setTimeout(
  () => {
    endAll();
    process.exit(0);
  },
  remainingMs(context.budgetMs + LATE_MS),
).unref();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    endAll();
    process.exit(130);
  });
}

const say = (line: string) => process.stdout.write(`[${(performance.now() / 1000).toFixed(1)} s] ${line}\n`);
const envEntries = Object.entries(process.env).filter(
  (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('JUMAR_REPAIR_'),
);
const end = await repair(
  context,
  { ...Object.fromEntries(envEntries), PYTHONDONTWRITEBYTECODE: '1' },
  say,
  budget.signal,
);
if (end.kind === 'blocked') {
  say(`blocked: ${end.reason}`);
  await writeFile(context.blockedFile, end.reason);
}
if (end.kind === 'nothing') {
  const left = end.attempts && end.attempts.left > 0 ? ` (about ${end.attempts.left} more, then pairs)` : '';
  const what = end.attempts ? `${end.attempts.summary}: none helped` : 'the time was up before the search began';
  say(`${what}; the next iteration goes on with the rest${left}`);
}
process.exit(0);
