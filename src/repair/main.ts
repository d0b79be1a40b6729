import { writeFile } from 'node:fs/promises';
import { readContext } from './context.ts';
import { deadlineIn } from './deadline.ts';
import { endAll } from './model/run-process.ts';
import { repair } from './repair.ts';

const context = await readContext(process.env.JUMAR_REPAIR_CONTEXT ?? '');
const deadline = deadlineIn(context.budgetMs, () => {
  endAll();
  process.exit(0);
});
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
const end = await repair(context, { ...Object.fromEntries(envEntries), PYTHONDONTWRITEBYTECODE: '1' }, say, deadline);
if (end.kind === 'blocked') {
  say(`blocked: ${end.reason}`);
  await writeFile(context.blockedFile, end.reason);
}
if (end.kind === 'nothing') {
  const left = end.attempts && end.attempts.left > 0 ? ` (about ${end.attempts.left} more, then pairs)` : '';
  const what = end.attempts
    ? `${end.attempts.summary}: ${end.attempts.unverified ?? 'none helped'}`
    : 'the time was up before the search began';
  say(`${what}; another iteration, or jumar resume, goes on with the rest${left}`);
}
process.exit(0);
