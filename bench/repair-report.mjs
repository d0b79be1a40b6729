// The built-in agent on the corpus of bench/repair. Results are kept in a file as they come (REPAIR_RESULTS, by default in the
// temporary folder), so that a run that was cut short goes on where it was; what was not run is said to be so.
import { appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTurns, resultsIn, told, tryBug } from './repair.mjs';
import { corpus } from './repair-corpus.mjs';
import { table } from './support.mjs';

export const title = 'The built-in agent on small bugs';

const SECONDS = Number(process.env.REPAIR_SECONDS ?? 60);
const SETS = {
  'held-out': 'held out: written before the operators, not read while they were made',
  development: 'development',
  classic: 'classic algorithms',
};

export async function measure() {
  const file = process.env.REPAIR_RESULTS ?? join(tmpdir(), 'jumar-repair-results.jsonl');
  const bugs = corpus();
  if (!process.env.REPAIR_REPORT_ONLY) {
    const done = new Set(resultsIn(file).map(({ id }) => id));
    for (const bug of inTurns(bugs).filter(({ id }) => !done.has(id))) {
      const result = await tryBug(bug, { seconds: SECONDS });
      appendFileSync(file, `${JSON.stringify({ ...result, budget: SECONDS })}\n`);
      console.error(told(result));
    }
  }
  return report(resultsIn(file), bugs);
}

function report(results, bugs) {
  const rows = Object.entries(SETS).map(([set, name]) =>
    row(
      name,
      bugs.filter((bug) => bug.set === set).length,
      results.filter((one) => one.set === set),
    ),
  );
  const classes = [...new Set(results.map((one) => one.class))].sort();
  const languages = [...new Set(results.map((one) => one.language))].sort();
  const head = ['', 'bugs', 'run', 'repaired within 3 iterations', 'of these correct on hidden tests'];
  const groups = (key, names) =>
    names.map((name) =>
      row(
        name,
        bugs.filter((bug) => bug[key] === name).length,
        results.filter((one) => one[key] === name),
      ),
    );
  const budget = Math.max(...results.map((one) => one.budget ?? SECONDS));
  const summary = `Bugs written for this project: one piece of a small module replaced, with visible and hidden tests. Repaired: every visible test passes within 3 iterations of at most ${budget} s. Correct: the hidden tests pass too. Other files touched: ${results.reduce((sum, one) => sum + one.strange.length, 0)}. Findings of the guard on the patches: ${results.reduce((sum, one) => sum + one.findings, 0)}. Longest iteration: ${Math.max(...results.map((one) => one.longestIteration)).toFixed(1)} s.

${table(head, rows)}`;
  const details = `## By language

${table(head, groups('language', languages))}

## By class of bug

${table(head, groups('class', classes))}

## Figures of other tools

For orientation, not for comparison: other bugs, other languages, whole projects. The bugs here are smaller and their tests closer.

- TBar repairs 43 bugs of Defects4J correctly with ordinary localisation, and 74 correct of 101 plausible with a perfect one (Liu et al. 2019).
- PraPR with only its traditional mutators finds genuine fixes for 17 bugs of Defects4J (Ghanbari et al. 2019).
- jGenProg, jKali and Nopol together patch 47 of 224 bugs of Defects4J so that the tests pass, 9 of them correctly (Martinez et al. 2017).
- On GenProg's own C programs most of the accepted patches were not correct (Qi et al. 2015).
- Astor and Nopol find patches for 13 of 40 QuixBugs programs, and 12 of 22 such patches are overfitted (Ye et al. 2019).`;
  return { summary, details };
}

function row(name, all, results) {
  const repaired = results.filter((one) => one.repaired).length;
  const correct = results.filter((one) => one.correct).length;
  const share = (part, whole) => (whole === 0 ? '–' : `${part} (${Math.round((100 * part) / whole)} %)`);
  return [name, all, results.length, share(repaired, results.length), share(correct, repaired)];
}
