// What the tests of the pure core notice: sums up the last `npm run mutate`, which takes minutes to an hour and does not run
// from here. Without its report the page keeps its old figures.
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { table } from './support.mjs';

export const title = 'Mutation testing of the core and the rules';

const report = 'reports/mutation-incremental.json';
const noticed = ['Killed', 'Timeout'];
const missed = ['Survived', 'NoCoverage'];

export function measure() {
  if (!existsSync(report)) return null;
  const { files } = JSON.parse(readFileSync(report, 'utf8'));
  const folders = new Map();
  for (const [path, { mutants }] of Object.entries(files)) {
    const folder = dirname(path);
    folders.set(folder, [...(folders.get(folder) ?? []), ...mutants.map(({ status }) => status)]);
  }
  const names = [...folders.keys()].sort();
  const core = names.filter((name) => name.startsWith('src/core'));
  const sums = [
    ['`src/core` with its folders', ...figures(core.flatMap((name) => folders.get(name)))],
    ['all', ...figures([...folders.values()].flat())],
  ];
  const head = ['folder', 'mutants', 'noticed', 'of these by time', 'missed', 'no test runs them', 'score'];
  const summary = `Every change of an operator, condition, string, call or block in \`src/core\`, one at a time, against the tests that \`scripts/mutation/tests.mjs\` names. Noticed: ${sums.map(([name, ...row]) => `${name} ${row.at(-1)} of ${row[0].toLocaleString('en')}`).join(', ')} (target: at least 80 %). It sums up the last \`npm run mutate\`.`;
  const rows = names.map((name) => [`\`${name}\``, ...figures(folders.get(name))]);
  const details = `${table(head, [...rows, ...sums])}

Not counted: ${count([...folders.values()].flat(), ['Ignored'])} changes of tables, schemas and patterns that take effect while a module loads. Each of them would need the whole suite in a fresh process.`;
  return { summary, details };
}

function figures(statuses) {
  const [caught, lost] = [count(statuses, noticed), count(statuses, missed)];
  const score = caught + lost === 0 ? '–' : `${((100 * caught) / (caught + lost)).toFixed(1)} %`;
  return [caught + lost, caught, count(statuses, ['Timeout']), lost, count(statuses, ['NoCoverage']), score];
}

function count(statuses, wanted) {
  return statuses.filter((status) => wanted.includes(status)).length;
}
