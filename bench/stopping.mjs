// Replays recorded runs through the real decision core and writes where it would stop, what it would select, and by which rule:
//   npm run bench -- stopping trajectories.jsonl policy.jsonl [--later-ties]
//   npm run bench -- stopping trajectories.jsonl --folds      writes the folds of bench/results/stopping.md
import { readFileSync, writeFileSync } from 'node:fs';
import { replayRun } from './replay-run.mjs';
import { foldsReport } from './stopping-folds.mjs';

const RESULTS = 'bench/results/stopping.md';
const words = process.argv.slice(2);
const [input, output] = words.filter((word) => !word.startsWith('--'));
const folds = words.includes('--folds');
if (!input || (!output && !folds)) {
  process.stderr.write(
    'usage: npm run bench -- stopping <trajectories.jsonl> <policy.jsonl> | <trajectories.jsonl> --folds\n',
  );
  process.exit(2);
}
const runs = readFileSync(input, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line));
if (folds) writeFolds();
else writePolicy();

function writePolicy() {
  const rules = words.includes('--later-ties') ? { lateTies: true } : {};
  const policy = runs.map((run) => replayRun(run, rules));
  writeFileSync(output, policy.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const counts = {};
  for (const { rule } of policy) counts[rule] = (counts[rule] ?? 0) + 1;
  process.stdout.write(`${policy.length} runs; stops by rule: ${JSON.stringify(counts)}\n`);
}

function writeFolds() {
  const report = foldsReport(runs);
  const page = readFileSync(RESULTS, 'utf8').split('\n## Folds\n')[0].trimEnd();
  writeFileSync(RESULTS, `${page}\n\n## Folds\n\n${report}\n`);
  process.stdout.write(`${report}\n`);
}
