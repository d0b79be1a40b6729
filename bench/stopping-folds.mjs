// Cross-validation of the stopping rules: a fold is a family of models, or a set of tasks. For each fold the parameters are chosen on
// all the others, and scored on it.
import { replayRun } from './replay-run.mjs';
import { share, table } from './support.mjs';

/** Parameters to choose from; the defaults come first. */
const CANDIDATES = [
  { maxSameTree: 3 },
  { maxSameTree: 2 },
  { maxSameTree: 4 },
  { maxSameTree: 5 },
  { maxSameTree: 3, maxSameError: 4 },
  { maxSameTree: 4, maxSameError: 4 },
];
const MIN_SAVED = 0.3;
const FAMILIES = ['codellama', 'starcoder', 'gpt-3.5', 'gpt-4'];

export function foldsReport(runs) {
  const several = runs.filter(({ iterations }) => iterations.length > 1);
  const replays = CANDIDATES.map((rules) => several.map((run) => scored(run, replayRun(run, rules))));
  const family = ({ model }) => FAMILIES.find((one) => model.includes(one)) ?? model;
  const kinds = [family, ({ bench }) => bench, (run) => `${family(run)}, ${run.bench}`];
  const folds = kinds.flatMap((of) =>
    [...new Set(several.map(of))].sort().map((name) => ({ name, isIn: (run) => of(run) === name })),
  );
  const rows = folds.map(({ name, isIn }) => foldRow(name, isIn, replays));
  const whole = CANDIDATES.map((rules, at) => [nameOf(rules), ...figures(replays[at])]);
  const lost = replays[0].filter((one) => one.isLost);
  return `${several.length} runs of more than one iteration, ${replays[0].filter(({ isSolved }) => isSolved).length} of them solved at some point. *Lost*: solved in the recording, and not where the loop stops.

${table(['fold', 'runs', 'iterations', 'defaults: saved', 'lost', 'by', 'chosen on the other folds', 'saved', 'lost', 'by'], rows)}

Chosen: the fewest lost on all runs outside of the fold, then the latest stop, of those that save 30 % there. gpt-4 has few iterations to save: most of its runs are solved at once, and these end at two or three.

${table(['parameters, on all runs', 'runs', 'iterations', 'saved', 'lost', 'lost at'], whole)}

Lost runs with the defaults: ${lost.map(({ run, stopAt, rule }) => `${run.model}, ${run.task_id}, by \`${rule}\` at iteration ${stopAt} of ${run.iterations.length}`).join('; ') || 'none'}.`;
}

function scored(run, { stop_at: stopAt, rule }) {
  const solvedAt = run.measured.findIndex(({ hidden: [passed, total, how] }) => passed === total && how === 'ok') + 1;
  return { run, stopAt, rule, isSolved: solvedAt > 0, isLost: solvedAt > stopAt };
}

function foldRow(name, isIn, replays) {
  const at = chosenOn(replays, isIn);
  const own = (all) => all.filter(({ run }) => isIn(run));
  return [name, ...figures(own(replays[0])), nameOf(CANDIDATES[at]), ...figures(own(replays[at])).slice(2)];
}

/** Which parameters lose least on the runs outside of the fold; of equals those that stop latest, if they save enough. */
function chosenOn(replays, isIn) {
  const scores = replays.map((all, at) => {
    const others = all.filter(({ run }) => !isIn(run));
    return { at, lost: others.filter(({ isLost }) => isLost).length, saved: savedOf(others) };
  });
  const enough = scores.filter(({ saved }) => saved >= MIN_SAVED);
  const [best] = enough.sort((a, b) => a.lost - b.lost || a.saved - b.saved || a.at - b.at);
  return best?.at ?? 0;
}

function figures(all) {
  const solved = all.filter(({ isSolved }) => isSolved).length;
  const lost = all.filter(({ isLost }) => isLost);
  const iterations = all.reduce((sum, { run }) => sum + run.iterations.length, 0);
  const where = lost.map(({ rule, stopAt, run }) => `${rule} ${stopAt}/${run.iterations.length}`).join(', ');
  return [all.length, iterations, `${(100 * savedOf(all)).toFixed(1)} %`, share(lost.length, solved), where || '–'];
}

function savedOf(all) {
  const used = all.reduce((sum, { stopAt }) => sum + stopAt, 0);
  return 1 - used / all.reduce((sum, { run }) => sum + run.iterations.length, 0);
}

const nameOf = (rules) =>
  Object.entries(rules)
    .map(([key, value]) => `${key} ${value}`)
    .join(', ');
