import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus as cpusOf, loadavg } from 'node:os';
import { join } from 'node:path';
import { readChanges } from '../dist/guard/git-changes.js';
import { guard } from '../dist/guard/guard.js';
import { gitProject, inTemporaryFolder, ms } from './support.mjs';

export const title = 'The guard on 20,000 files';

/** Iterations as an agent makes them: a few sources and the tests beside them, in a warm process as in the loop. One loses a function and a test, so that the whole tree is searched for who still names them. */
export function measure() {
  return inTemporaryFolder(async (folder) => {
    gitProject(folder, Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => both(at, 0)).flat()));
    const walls = [];
    const cpus = [];
    const alls = [];
    for (let round = 0; round < 103; round++) {
      change(
        folder,
        Array.from({ length: 4 }, (_, i) => (round * 37 + i * 911) % 10_000),
        round + 1,
      );
      const { wall, cpu, all, blocked } = await judged(folder);
      if (blocked === 0) throw new Error('the loss was not seen: nothing would have been searched for');
      // the first ones load grammars and warm up the compiler, as the first iteration of a loop does
      if (round >= 3) [walls.push(wall), cpus.push(cpu), alls.push(all)];
    }
    change(
      folder,
      Array.from({ length: 100 }, (_, i) => i * 97),
      1000,
    );
    const many = await judged(folder);
    const memory = Math.round(process.resourceUsage().maxRSS / 1024);
    const figures = (times) => [0.5, 0.95, 0.99].map((part) => at(times, part));
    const spoken = ([p50, p95, p99]) => `p50 ${p50}, p95 ${p95}, p99 ${p99}`;
    const whole = alls.includes(null) ? '' : `, with that of git ${spoken(figures(alls))}`;
    return [
      '20,000 TypeScript files in git, half of them tests; 100 iterations that change 8 files each and lose a function and a test.',
      'One warm process reads them from git, searches the rest of the tree, parses, aligns and judges.',
      `Wall clock: ${spoken(figures(walls))} (target: p95 500 ms, p99 1 s). CPU: ${spoken(figures(cpus))}${whole}.`,
      `200 changed files: ${ms(many.wall)} (CPU ${ms(many.cpu)}; target 2 s). Peak memory: ${memory} MB (target 500 MB).`,
      `Load at the end: ${Math.round(loadavg()[0])} on ${cpusOf().length} processors; above one each, wall clock says little.`,
    ].join(' ');
  });
}

/** The value below which this part of them lies. */
function at(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return ms(sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)]);
}

async function judged(folder) {
  const began = performance.now();
  const cpu = process.cpuUsage();
  const git = cpuOfChildren();
  const { changes, contextFiles, tuning, rest } = await readChanges(folder, { before: 'HEAD~1', after: 'HEAD' });
  const { findings } = await guard({ changes, contextFiles, tuning, rest });
  const wall = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  const own = (user + system) / 1000;
  return { wall, cpu: own, all: git === null ? null : own + cpuOfChildren() - git, blocked: findings.length };
}

/** Milliseconds of the processes that this one started and that have ended, from Linux; null elsewhere. */
function cpuOfChildren() {
  try {
    const [, rest] = readFileSync('/proc/self/stat', 'utf8').split(') ');
    const fields = rest.split(' ');
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    return null;
  }
}

function change(folder, numbers, version) {
  for (const number of numbers)
    for (const [path, text] of both(number, version, number === numbers[0] ? 7 : 8))
      writeFileSync(join(folder, path), text);
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args], { cwd: folder });
  git('add', '-A');
  git('commit', '-qm', `version ${version}`);
}

function both(number, version, length = 8) {
  const folder = `src/part-${number % 100}`;
  const functions = Array.from({ length }, (_, at) => body(number, at, version)).join('\n');
  const tests = Array.from({ length }, (_, at) => test(number, at, version)).join('\n');
  return [
    [`${folder}/price-${number}.ts`, `import { rates } from './rates.ts';\n\n${functions}`],
    [
      `${folder}/price-${number}.test.ts`,
      `import { describe, expect, it } from 'vitest';\n\ndescribe('price ${number}', () => {\n${tests}});\n`,
    ],
  ];
}

const body = (number, at, version) => `export function price${at}Of${number}(net: number, country: string): number {
  if (net < ${at}) throw new RangeError('net of ${number}');
  const rate = rates[country] ?? ${version};
  const lines = [net, rate, ${number}].map((line) => line * ${at + 1});
  return lines.reduce((sum, line) => sum + line, 0);
}
`;

const test = (number, at, version) => `  it('adds tax ${at} of ${number}', () => {
    const result = price${at}Of${number}(100 + ${version}, 'DE');
    expect(result).toBe(${100 + at + version});
    expect(price${at}Of${number}(1, 'FR')).toBeGreaterThan(${at});
  });
`;
