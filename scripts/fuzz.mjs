// Feeds mutated fixtures to every parser of tools' output: none may throw, hang, or tell an impossible count.
// `npm run fuzz -- [seconds] [seed]` (default 60 seconds; the seed is printed, and repeats a run).
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fuzzTargets } from './fuzz-targets.mjs';
import { mutate, randomFrom } from './mutate.mjs';

/** Of processor time: a busy machine is no fault. */
const SLOW_MS = 2000;
const seconds = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
if (!(seconds > 0) || !Number.isInteger(seed)) {
  console.error('usage: npm run fuzz -- [seconds] [seed]');
  process.exit(2);
}

const fixtures = filesUnder('test/fixtures').filter((path) => !/README|expected\.json$/.test(path));
const texts = fixtures.map((path) => readFileSync(path, 'latin1'));
const random = randomFrom(seed);
const folder = mkdtempSync(join(tmpdir(), 'jumar-fuzz-'));
const faults = [];
let [cases, slowest] = [0, 0];

console.log(`${fixtures.length} fixtures, ${Object.keys(fuzzTargets).length} parsers, ${seconds} s, seed ${seed}`);
try {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end && faults.length < 10) {
    const index = Math.floor(random() * texts.length);
    const other = texts[Math.floor(random() * texts.length)];
    const input = Buffer.from(mutate(texts[index], other, random), 'latin1').toString('utf8');
    const file = join(folder, 'input');
    writeFileSync(file, input);
    for (const [name, target] of Object.entries(fuzzTargets)) {
      cases++;
      const started = process.cpuUsage();
      const fault = await outcome(target, input, file);
      const { user, system } = process.cpuUsage(started);
      const took = (user + system) / 1000;
      slowest = Math.max(slowest, took);
      const wrong = fault ?? (took > SLOW_MS ? `took ${Math.round(took)} ms` : null);
      if (wrong) faults.push(keep(name, fixtures[index], input, wrong));
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${cases} cases, the slowest ${Math.round(slowest)} ms, ${faults.length} faults`);
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);

async function outcome(target, input, file) {
  try {
    return (await target(input, file)) ?? null;
  } catch (error) {
    return `threw ${error?.stack ?? error}`;
  }
}

function keep(name, fixture, input, wrong) {
  const path = join(tmpdir(), `jumar-fuzz-${name.replace(/\W+/g, '-')}-${cases}.txt`);
  writeFileSync(path, input);
  return `${name} on a mutation of ${fixture} (${path}): ${wrong}`;
}

function filesUnder(root) {
  return readdirSync(root)
    .map((name) => join(root, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesUnder(path) : [path]))
    .sort();
}
