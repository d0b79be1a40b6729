// npm run bench -- guard <detection.jsonl> <predictions.jsonl>: labels rows through the guard that `jumar audit` uses.
import { createReadStream, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parse } from '../dist/syntax/parse.js';
import { categoriesOf } from './guard-rows.mjs';

const [, , from, to, explain] = process.argv;
if (!from || !to) {
  console.error('usage: npm run bench -- guard <detection.jsonl> <predictions.jsonl>');
  process.exit(2);
}
// loads the grammars, so that no row pays for them
for (const grammar of ['javascript', 'typescript', 'tsx', 'python', 'go', 'rust', 'java']) await parse(grammar, '');
const times = [];
const out = [];
const told = [];
for await (const line of createInterface({ input: createReadStream(from) })) {
  if (!line.trim()) continue;
  const { id, language, task, files, context_files } = JSON.parse(line);
  const { categories, findings, ms } = await categoriesOf({ id, language, task, files, context_files });
  times.push(ms);
  out.push(JSON.stringify({ id, categories }));
  if (explain) told.push(JSON.stringify({ id, findings }));
}
writeFileSync(to, `${out.join('\n')}\n`);
if (explain) writeFileSync(explain, `${told.join('\n')}\n`);
times.sort((a, b) => a - b);
const at = (share) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1);
console.log(`${out.length} rows; ms per row: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)}`);
