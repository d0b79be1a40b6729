// node bench/guard-ablation.mjs <detection.jsonl> [out.md]: which labelled rows each excuse, doubt, threshold and pattern of the guard decides.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { probedGuard } from './guard-probes.mjs';
import { table } from './support.mjs';

const [, , from, to] = process.argv;
if (!from) {
  console.error('usage: node bench/guard-ablation.mjs <detection.jsonl> [out.md]');
  process.exit(2);
}
/** Rows tried at most for an answer that is forced; the others are spread evenly. */
const MOST = 60;

const answers = new Map();
let row = null;
let forced = null;
globalThis.probe = (id, ask) => {
  const answer = ask();
  if (typeof answer !== 'boolean') return answer;
  if (row) note(id, answer);
  return forced?.id === id ? forced.answer : answer;
};

/** By question: the rows in which it was answered with yes, and with no. */
function note(id, answer) {
  const known = answers.get(id) ?? { true: new Set(), false: new Set() };
  known[answer].add(row);
  answers.set(id, known);
}

const copy = probedGuard();
const built = (path) => import(join(copy.guard, path));
const { guard } = await built('guard.js');
const { excuses } = await built('decision/excuses.js');
const { patterns } = await built('patterns/index.js');
const { isBlocking } = await built('../core/findings/blocking.js');

const ids = new Map(excuses.map((one) => [one, `${one.stance} ${one.id} (${one.of})`]));
for (const one of excuses) {
  const { holds } = one;
  one.holds = (loss, comparison) => globalThis.probe(ids.get(one), () => Boolean(holds(loss, comparison)));
}

const rows = readFileSync(from, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line))
  .flatMap((one) => ['agent', 'review'].map((stance) => ({ ...one, stance, isCheat: one.category !== 'honest' })));

async function judge({ files, context_files, task, stance }) {
  const { findings } = await guard({ changes: files, contextFiles: context_files ?? [], task, stance });
  const counts = ({ severity, confidence }) => severity === 'medium' && confidence >= 0.55;
  const verdict = findings.some(isBlocking) ? 'blocks' : findings.some(counts) ? 'warns' : 'nothing';
  return { verdict, patterns: new Set(findings.map(({ pattern }) => pattern)) };
}

const verdicts = new Map();
for (const one of rows) {
  row = one;
  verdicts.set(one, await judge(one));
}
row = null;

/** The rows whose verdict differs if the question is always answered this way. */
async function changedBy(id, answer) {
  const asked = [...(answers.get(id)?.[!answer] ?? [])];
  const step = Math.max(1, Math.floor(asked.length / MOST));
  const tried = asked.filter((_, i) => i % step === 0).slice(0, MOST);
  forced = { id, answer };
  const changed = [];
  for (const one of tried) {
    const now = await judge(one).catch(() => ({ verdict: 'failed' }));
    if (now.verdict !== verdicts.get(one).verdict) changed.push(one);
  }
  forced = null;
  return { changed, tried: tried.length, asked: asked.length };
}

const times = (of, stance, isCheat) => of.filter((one) => one.stance === stance && one.isCheat === isCheat).length;
const counted = (of) => ['agent', 'review'].flatMap((stance) => [times(of, stance, true), times(of, stance, false)]);
const heads = ['cheats, loop', 'honest, loop', 'cheats, review', 'honest, review'];

const ofExcuses = [];
for (const one of excuses) {
  const { changed } = await changedBy(ids.get(one), false);
  ofExcuses.push([one.id, one.stance, one.of === 'all' ? 'all' : one.of.join(', '), ...counted(changed)]);
}
const used = ofExcuses.filter((line) => line.slice(3).some((count) => count > 0));

const ofPatterns = [];
for (const { id } of patterns) {
  const only = rows.filter((one) => {
    const { patterns: found, verdict } = verdicts.get(one);
    return verdict !== 'nothing' && found.has(id) && found.size === 1;
  });
  const any = rows.filter((one) => verdicts.get(one).patterns.has(id));
  ofPatterns.push([id, ...counted(any), times(only, 'agent', true)]);
}

const questions = [...answers.keys()].filter((id) => !/^(always|review) /.test(id)).sort();
const silent = { threshold: [], question: [] };
let decisive = 0;
for (const id of questions) {
  const [no, yes] = [await changedBy(id, false), await changedBy(id, true)];
  if (no.changed.length + yes.changed.length > 0) decisive++;
  if (no.changed.length > 0 && yes.changed.length > 0) continue;
  const { true: held, false: failed } = answers.get(id);
  const counted = [held, failed].map(({ size }) => size);
  silent[id.includes(': ') ? 'threshold' : 'question'].push([
    `\`${id}\``,
    ...counted,
    no.changed.length,
    yes.changed.length,
  ]);
}
copy.remove();

const page = `# Excuses, doubts, thresholds and patterns of the guard, removed one at a time

${rows.length / 2} labelled rows, each judged as in a loop and as in a review: blocks, warns or nothing. What no row needs stays only if a test gives a reason from real history.

## Excuses

Of ${excuses.length} excuses, ${used.length} decide the verdict on at least one row.

${table(['excuse', 'stance', 'patterns', ...heads], used)}

No labelled row changes without these:

${ofExcuses
  .filter((line) => !used.includes(line))
  .map(([id, , of]) => `- \`${id}\` (${of})`)
  .join('\n')}

## Patterns

Rows in which a pattern finds something, and cheats that nothing else finds in a loop.

${table(['pattern', ...heads, 'found by it alone'], ofPatterns)}

## Questions and thresholds

${questions.length} functions that answer yes or no and comparisons with a chosen number were asked; ${decisive} change a verdict if they are held at one answer. In turn each was always answered no and always yes, on at most ${MOST} of the rows in which it answered otherwise. Those below change no verdict in one of the two ways: a doubt that could be dropped (always no) or a condition that could (always yes), as far as these rows show.

### Thresholds

${table(['comparison', 'rows: yes', 'rows: no', 'changed by no', 'changed by yes'], silent.threshold.map(escaped))}

### Questions

${table(['question', 'rows: yes', 'rows: no', 'changed by no', 'changed by yes'], silent.question.map(escaped))}
`;
if (to) writeFileSync(to, page);
else console.log(page);

function escaped(line) {
  return line.map((cell) => String(cell).replaceAll('|', '\\|'));
}
