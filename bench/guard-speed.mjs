import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChanges } from '../dist/guard/git-changes.js';
import { guard } from '../dist/guard/guard.js';
import { gitProject, inTemporaryFolder, ms, table } from './support.mjs';

export const title = 'The guard on 20,000 files';

/** Iterations as an agent makes them: a few sources and the tests beside them, in a warm process as in the loop. */
export function measure() {
  return inTemporaryFolder(async (folder) => {
    gitProject(folder, Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => both(at, 0)).flat()));
    const walls = [];
    const cpus = [];
    for (let round = 0; round < 103; round++) {
      change(
        folder,
        Array.from({ length: 4 }, (_, i) => (round * 37 + i * 911) % 10_000),
        round + 1,
      );
      const { wall, cpu } = await judged(folder);
      // the first ones load grammars and warm up the compiler, as the first iteration of a loop does
      if (round >= 3) [walls.push(wall), cpus.push(cpu)];
    }
    change(
      folder,
      Array.from({ length: 100 }, (_, i) => i * 97),
      1000,
    );
    const many = await judged(folder);
    const memory = Math.round(process.resourceUsage().maxRSS / 1024);
    return [
      '20,000 files of TypeScript in git, half of them tests; 100 iterations that change 8 files each, then one that changes 200. Read from git, parsed on both sides, aligned and judged, in one warm process.',
      table(
        ['', 'p50', 'p95', 'p99', 'target'],
        [
          ['an iteration, wall clock', ...[0.5, 0.95, 0.99].map((part) => at(walls, part)), 'p95 500 ms, p99 1 s'],
          ['an iteration, CPU of this process', ...[0.5, 0.95, 0.99].map((part) => at(cpus, part)), ''],
        ],
      ),
      `200 changed files: ${ms(many.wall)} (CPU ${ms(many.cpu)}; target 2 s). Most memory of the process: ${memory} MB (target 500 MB).`,
    ].join('\n\n');
  });
}

async function judged(folder) {
  const began = performance.now();
  const cpu = process.cpuUsage();
  const { changes, contextFiles } = await readChanges(folder, { before: 'HEAD~1', after: 'HEAD' });
  await guard({ changes, contextFiles });
  const { user, system } = process.cpuUsage(cpu);
  return { wall: performance.now() - began, cpu: (user + system) / 1000 };
}

function change(folder, numbers, version) {
  for (const number of numbers)
    for (const [path, text] of both(number, version)) writeFileSync(join(folder, path), text);
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args], { cwd: folder });
  git('add', '-A');
  git('commit', '-qm', `version ${version}`);
}

function both(number, version) {
  const folder = `src/part-${number % 100}`;
  const functions = Array.from({ length: 8 }, (_, at) => body(number, at, version)).join('\n');
  const tests = Array.from({ length: 8 }, (_, at) => test(number, at, version)).join('\n');
  return [
    [`${folder}/price-${number}.ts`, `import { rates } from './rates.ts';\n\n${functions}`],
    [
      `${folder}/price-${number}.test.ts`,
      `import { describe, expect, it } from 'vitest';\n\ndescribe('price ${number}', () => {\n${tests}});\n`,
    ],
  ];
}

const body = (number, at, version) => `export function price${at}(net: number, country: string): number {
  if (net < ${at}) throw new RangeError('net of ${number}');
  const rate = rates[country] ?? ${version};
  const lines = [net, rate, ${number}].map((line) => line * ${at + 1});
  return lines.reduce((sum, line) => sum + line, 0);
}
`;

const test = (number, at, version) => `  it('adds tax ${at} of ${number}', () => {
    const result = price${at}(100 + ${version}, 'DE');
    expect(result).toBe(${100 + at + version});
    expect(price${at}(1, 'FR')).toBeGreaterThan(${at});
  });
`;
