// Measures what docs/benchmarks.md promises and rewrites it. Times are told beside a yardstick taken in the same run, because
// machines differ and are busy: `npm run bench -- start-up` runs one section and prints it without writing the page.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

const sections = {
  'start-up': () => import('./start-up.mjs'),
  'between-agents': () => import('./between-agents.mjs'),
  snapshots: () => import('./snapshots.mjs'),
  guard: () => import('./guard-report.mjs'),
  excerpts: () => import('./excerpts.mjs'),
  lessons: () => import('./lessons.mjs'),
  'real-projects': () => import('./real-projects.mjs'),
  'many-loops': () => import('./many-loops.mjs'),
  'guard-speed': () => import('./guard-speed.mjs'),
  repair: () => import('./repair-report.mjs'),
  mutation: () => import('./mutation.mjs'),
};
/** These take the better part of an hour, or sum up what does, and run only when they are named. */
const long = ['repair', 'mutation'];

const page = 'docs/benchmarks.md';
const wanted = process.argv.slice(2);
const parts = [];
for (const [name, load] of Object.entries(sections)) {
  if (wanted.length > 0 ? !wanted.includes(name) : long.includes(name)) continue;
  console.error(`measuring ${name} …`);
  const { title, measure } = await load();
  const body = await measure();
  if (body === null) continue; // not measured here: the page keeps what it said
  parts.push({ name, text: `## ${title}\n\n${body.trim()}\n` });
  console.log(`\n${parts.at(-1).text}`);
}
mkdirSync('docs', { recursive: true });
writeFileSync(page, assemble(parts));
console.error(`wrote ${page}`);

/** A section that was not measured this time keeps what it said. */
function assemble(fresh) {
  const head = `# Benchmarks\n\nWritten by \`npm run bench\`. Ratios and differences within one run count; absolute times are of the machine named here.\n\n`;
  const machine = `Machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}.\n\n`;
  const known = new Map();
  try {
    for (const part of readFileSync(page, 'utf8')
      .split(/^(?=<!-- section )/m)
      .slice(1)) {
      known.set(/^<!-- section (\S+) -->/.exec(part)[1], part.trimEnd());
    }
  } catch {
    // the first time there is no page
  }
  for (const { name, text } of fresh) known.set(name, `<!-- section ${name} -->\n${text.trimEnd()}`);
  return `${head}${machine}${[...known.values()].join('\n\n')}\n`;
}
