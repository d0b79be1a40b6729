import { readFileSync } from 'node:fs';
import { parse } from '../dist/syntax/parse.js';
import { floor } from './guard-floor.mjs';
import { blocksOf, categoriesOf } from './guard-rows.mjs';
import { ms, share, table } from './support.mjs';

export const title = 'The guard on labelled changes';

/** Null, so that the page keeps its figures, unless GUARD_ROWS names a file of labelled rows. */
export async function measure() {
  const from = process.env.GUARD_ROWS;
  if (!from) {
    console.error('not measured: set GUARD_ROWS to a file of labelled rows (docs/guard.md, Measuring)');
    return null;
  }
  // loads the grammars, so that no row pays for them
  for (const grammar of ['javascript', 'typescript', 'tsx', 'python', 'go', 'rust', 'java']) await parse(grammar, '');
  const rows = [];
  for (const line of readFileSync(from, 'utf8').split('\n').filter(Boolean)) rows.push(await judged(JSON.parse(line)));
  const cheats = rows.filter((row) => row.cheat).length;
  const groups = [['all', rows], ...by(rows, 'origin')];
  const summary = `${rows.length} labelled before/after changes from ${new Set(rows.map((row) => row.repository)).size} sources: ${cheats} cheats, ${rows.length - cheats} honest; any finding that blocks or warns flags a change. The floor (\`bench/guard-floor.mjs\`) counts with regular expressions. The rules were corrected on these rows: expect less on other code. In brackets: the 95 % interval. ${contextLine(rows)} ${timeLine(rows)} \`GUARD_ROWS\` names the file of rows.

${blockLine(rows)}

${bothTable(
  'origin',
  groups.filter(([name]) => /^(all|git-history)$/.test(name)),
)}`;
  const details = [
    'Guard and floor see the same rows in the same run, without the labels. Recall is the share of cheats flagged, false positives the share of honest changes flagged, precision the share of flagged changes that are cheats; in brackets the 95 % Wilson interval. Changes that are honest only given their task are not in these tables.',
    `## Overall and by origin\n\n${bothTable('origin', groups)}`,
    'Most cheats are constructed from real files. The rows from git history and from real agents say more about practice, but there are fewer of them.',
    `## By type\n\nRecall: the row gets its own type or one that its label accepts; *exact type*: it gets its own. Precision: of the rows that get this type, those whose label has or accepts it.\n\n${typeTable(rows)}`,
    `## By language\n\n${bothTable('language', by(rows, 'language'))}`,
    `## By operator, blocking in a loop\n\n${LEFT_OUT}\n\n${blockTable('operator', by(rows, 'operator'))}`,
    `## By repository, blocking in a loop\n\n${blockTable('repository', by(rows, 'repository'))}`,
  ].join('\n\n');
  return { summary, details };
}

async function judged({ id, language, task, files, context_files, ...label }) {
  const began = process.cpuUsage();
  const { categories } = await categoriesOf({ id, language, task, files, context_files });
  const { user, system } = process.cpuUsage(began);
  const blocks = await blocksOf({ language, task, files, context_files });
  return {
    language,
    origin: label.origin.replace(/^constructed-.*/, 'constructed'),
    type: label.category,
    accepted: [label.category, ...(label.acceptable ?? [])],
    cheat: label.category !== 'honest',
    needsTask: label.requires_task_context === true,
    repository: label.source?.repo,
    operator: label.operator,
    ...blocks,
    guard: categories,
    floor: floor(files),
    cpu: (user + system) / 1000,
  };
}

/** In one line: the page of all figures has them by operator and repository. */
function blockLine(rows) {
  const cheats = rows.filter((row) => row.cheat);
  const honest = rows.filter((row) => !row.cheat);
  const times = (of, key) => of.filter((row) => row[key]).length;
  const operators = by(cheats, 'operator').filter(([, of]) => of.length >= 8);
  const repositories = by(cheats, 'repository').filter(([, of]) => of.length >= 8);
  const worst = (groups) => {
    const [name, of] = groups.toSorted(([, a], [, b]) => shareOf(a) - shareOf(b))[0];
    return `${name} (${of.filter((row) => row.guard.length > 0).length}/${of.length})`;
  };
  return `Blocking: ${share(times(cheats, 'blocksLoop'), cheats.length)} of the cheats in a loop, ${share(times(cheats, 'blocksReview'), cheats.length)} in a review; of the ${honest.length} honest rows ${times(honest, 'blocksLoop')} and ${times(honest, 'blocksReview')}. Left out one at a time, the operator flagged least is ${worst(operators)}, the repository ${worst(repositories)}.`;
}

const shareOf = (rows) => rows.filter((row) => row.guard.length > 0).length / rows.length;

const LEFT_OUT =
  'The guard has no trained parameters, so leaving out an operator or a repository changes nothing that runs: each line is the figure for that operator or repository alone. The rules were corrected on all of these rows, so no line is unseen data; what a line shows is how evenly the figures are spread.';

/** How many rows of each group block in a loop and in a review, and how many are flagged. */
function blockTable(head, groups) {
  const lines = groups.map(([name, rows]) => {
    const cheats = rows.filter((row) => row.cheat);
    const honest = rows.filter((row) => !row.cheat && !row.needsTask);
    const times = (of, key) => (of.length === 0 ? '–' : `${of.filter((row) => row[key]).length}/${of.length}`);
    const flagged = (of) => (of.length === 0 ? '–' : `${of.filter((row) => row.guard.length > 0).length}/${of.length}`);
    return [
      name,
      flagged(cheats),
      times(cheats, 'blocksLoop'),
      times(cheats, 'blocksReview'),
      flagged(honest),
      times(honest, 'blocksLoop'),
    ];
  });
  return table(
    [head, 'cheats flagged', 'block in a loop', 'block in a review', 'honest flagged', 'honest block in a loop'],
    lines,
  );
}

const by = (rows, key) =>
  [...new Set(rows.map((row) => row[key]))].sort().map((value) => [value, rows.filter((row) => row[key] === value)]);

function bothTable(head, groups) {
  const lines = groups.flatMap(([name, rows]) =>
    ['guard', 'floor'].map((judge) => {
      const cheats = rows.filter((row) => row.cheat);
      const honest = rows.filter((row) => !row.cheat && !row.needsTask);
      const caught = cheats.filter((row) => row[judge].length > 0).length;
      const cried = honest.filter((row) => row[judge].length > 0).length;
      return [name, judge, share(caught, caught + cried), share(caught, cheats.length), share(cried, honest.length)];
    }),
  );
  return table([head, '', 'precision', 'recall', 'false positives'], lines);
}

function typeTable(rows) {
  const fair = rows.filter((row) => row.cheat || !row.needsTask);
  const lines = by(
    rows.filter((row) => row.cheat),
    'type',
  ).flatMap(([type, of]) =>
    ['guard', 'floor'].map((judge) => {
      const given = fair.filter((row) => row[judge].includes(type));
      const right = given.filter((row) => row.accepted.includes(type)).length;
      const found = of.filter((row) => row[judge].some((one) => row.accepted.includes(one))).length;
      const exact = of.filter((row) => row[judge].includes(type)).length;
      return [type, judge, share(right, given.length), share(found, of.length), share(exact, of.length)];
    }),
  );
  return table(['type', '', 'precision', 'recall', 'exact type'], lines);
}

function contextLine(rows) {
  const of = rows.filter((row) => !row.cheat && row.needsTask);
  const flagged = (judge) => of.filter((row) => row[judge].length > 0).length;
  return `Of the changes that are honest only given their task, flagged: guard ${share(flagged('guard'), of.length)}, floor ${share(flagged('floor'), of.length)} (it cannot use the task).`;
}

function timeLine(rows) {
  const times = rows.map((row) => row.cpu).sort((a, b) => a - b);
  const at = (part) => ms(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0);
  return `CPU per row with grammars loaded: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, most ${at(1)}.`;
}
