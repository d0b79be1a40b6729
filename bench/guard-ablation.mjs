// node bench/guard-ablation.mjs <detection.jsonl> [out.md]: which labelled rows each excuse of the guard decides.
import { readFileSync, writeFileSync } from 'node:fs';
import { isBlocking } from '../dist/core/findings/blocking.js';
import { excuses } from '../dist/guard/decision/excuses.js';
import { guard } from '../dist/guard/guard.js';
import { table } from './support.mjs';

const [, , from, to] = process.argv;
if (!from) {
  console.error('usage: node bench/guard-ablation.mjs <detection.jsonl> [out.md]');
  process.exit(2);
}
const all = [...excuses];
const rows = readFileSync(from, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line));

/** The excuses that held for something in the row, as the guard asked. */
let held = new Set();
for (const one of all) {
  const { holds } = one;
  one.holds = (loss, comparison) => {
    const answer = holds(loss, comparison);
    if (answer) held.add(one);
    return answer;
  };
}

async function verdictOf({ files, context_files, task }, stance) {
  const { findings } = await guard({ changes: files, contextFiles: context_files ?? [], task, stance });
  const counts = ({ severity, confidence }) => severity === 'medium' && confidence >= 0.55;
  return findings.some(isBlocking) ? 'blocks' : findings.some(counts) ? 'warns' : 'nothing';
}

const changed = new Map(all.map((one) => [one, []]));
for (const row of rows) {
  for (const stance of ['agent', 'review']) {
    held = new Set();
    const verdict = await verdictOf(row, stance);
    for (const one of [...held]) {
      excuses.splice(0, excuses.length, ...all.filter((other) => other !== one));
      const without = await verdictOf(row, stance);
      if (without !== verdict) changed.get(one).push({ stance, isCheat: row.category !== 'honest', verdict, without });
    }
    excuses.splice(0, excuses.length, ...all);
  }
}

const times = (found, stance, isCheat) =>
  found.filter((one) => one.stance === stance && one.isCheat === isCheat).length;
const lines = all.map((one) => {
  const found = changed.get(one);
  const counts = ['agent', 'review'].flatMap((stance) => [times(found, stance, true), times(found, stance, false)]);
  return [one.id, one.stance, one.of === 'all' ? 'all' : one.of.join(', '), ...counts];
});
const used = lines.filter((line) => line.slice(3).some((count) => count > 0));
const page = `# Excuses of the guard, removed one at a time

Of ${all.length} excuses, ${used.length} decide the verdict on at least one of ${rows.length} labelled rows (blocks, warns, nothing). The others are here for what was read in real history; tests state their reasons.

${table(['excuse', 'stance', 'patterns', 'cheats, loop', 'honest, loop', 'cheats, review', 'honest, review'], used)}

## No labelled row changes

${lines
  .filter((line) => !used.includes(line))
  .map(([id, , of]) => `- \`${id}\` (${of})`)
  .join('\n')}
`;
if (to) writeFileSync(to, page);
else console.log(page);
