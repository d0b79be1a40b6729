// What the tests of the pure core notice: sums up the last `npm run mutate`, which takes minutes on a quiet machine and an hour on a busy one, and is
// therefore not run from here. Without its report the page keeps what it said.
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
  const rows = names.map((name) => [`\`${name}\``, ...figures(folders.get(name))]);
  rows.push(['**`src/core` with its folders**', ...figures(core.flatMap((name) => folders.get(name)))]);
  rows.push(['**all**', ...figures([...folders.values()].flat())]);
  return `Every change of an operator, condition, string, call or block in \`src/core\` and \`src/rules\`, one at a time, against the tests that \`scripts/mutation/tests.mjs\` names: \`npm run mutate\`, then \`npm run bench -- mutation\`. Target: at least 80 % noticed.

${table(['folder', 'mutants', 'noticed', 'of these by time', 'missed', 'no test runs them', 'score'], rows)}

Not counted: ${count([...folders.values()].flat(), ['Ignored'])} changes of tables, schemas and patterns that take effect while a module is loaded. Each of them would need the whole suite in a fresh process.`;
}

function figures(statuses) {
  const [caught, lost] = [count(statuses, noticed), count(statuses, missed)];
  const score = caught + lost === 0 ? '–' : `${((100 * caught) / (caught + lost)).toFixed(1)} %`;
  return [caught + lost, caught, count(statuses, ['Timeout']), lost, count(statuses, ['NoCoverage']), score];
}

function count(statuses, wanted) {
  return statuses.filter((status) => wanted.includes(status)).length;
}
