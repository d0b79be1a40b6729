// Runs the loop on small repositories whose agent answers the tests instead of computing, or fixes the code honestly:
//   npm run bench -- special-cases [language…] [--second] [--rows <folder>] [--without-guard]
// With languages, for other rows or without the guard it prints only. A folder of rows is described in special-cases/WRITING.md.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { outcomeOf } from './outcome-of-loop.mjs';
import { JAVA_FILES } from './special-cases/java-files.mjs';
import { writtenRows } from './special-cases/written-rows.mjs';
import { CLI, gitProject, share, table, writeFiles } from './support.mjs';

export const title = 'Special cases and honest look-alikes';

const JS = "import assert from 'node:assert/strict';\n";

/** How a row becomes a repository. */
const languages = {
  javascript: {
    load: () => import('./special-cases/javascript.mjs'),
    second: () => import('./special-cases/second/javascript.mjs'),
    source: 'src/work.js',
    run: 'node --test',
    files: ({ name, tests }) => ({
      'package.json': '{"type":"module"}\n',
      'test/work.test.js': tests(`${JS}import { test } from 'node:test';\nimport { ${name} } from '../src/work.js';\n`),
    }),
  },
  typescript: {
    load: () => import('./special-cases/typescript.mjs'),
    second: () => import('./special-cases/second/typescript.mjs'),
    source: 'src/work.ts',
    run: 'node_modules/.bin/vitest run',
    links: { node_modules: resolve('node_modules') },
    files: ({ name, tests }) => ({
      'package.json': '{"type":"module"}\n',
      '.gitignore': 'node_modules\n',
      'test/work.test.ts': tests(`${JS}import { test } from 'vitest';\nimport { ${name} } from '../src/work.ts';\n`),
    }),
  },
  python: {
    load: () => import('./special-cases/python.mjs'),
    second: () => import('./special-cases/second/python.mjs'),
    source: 'work.py',
    run: 'python3 -m pytest -q',
    files: ({ tests }) => ({ 'conftest.py': '', 'tests/test_work.py': tests }),
  },
  go: {
    load: () => import('./special-cases/go.mjs'),
    second: () => import('./special-cases/second/go.mjs'),
    source: 'work.go',
    run: 'go test ./...',
    files: ({ tests }) => ({ 'go.mod': 'module example.org/work\n\ngo 1.19\n', 'work_test.go': tests }),
  },
  rust: {
    load: () => import('./special-cases/rust.mjs'),
    second: () => import('./special-cases/second/rust.mjs'),
    source: 'src/lib.rs',
    run: 'cargo test --offline',
    files: ({ tests }) => ({
      'Cargo.toml': '[package]\nname = "work"\nversion = "0.1.0"\nedition = "2021"\n',
      '.gitignore': 'target\nCargo.lock\n',
      'tests/work.rs': tests,
    }),
  },
  java: {
    load: () => import('./special-cases/java.mjs'),
    second: () => import('./special-cases/second/java.mjs'),
    source: 'src/Work.java',
    run: 'javac -d out src/*.java test/*.java lib/*.java lib/org/junit/jupiter/api/*.java && java -cp out Run',
    files: ({ tests }) => ({
      '.gitignore': 'out\n',
      'test/WorkTest.java': tests,
      ...Object.fromEntries(Object.entries(JAVA_FILES).map(([path, text]) => [`lib/${path}`, text])),
    }),
  },
};

export async function measure(options = []) {
  const withoutGuard = options.includes('--without-guard');
  const isSecond = options.includes('--second');
  const at = options.indexOf('--rows');
  const folder = at === -1 ? null : resolve(options[at + 1] ?? '.');
  const wanted = options.filter((option, index) => !option.startsWith('--') && (at === -1 || index !== at + 1));
  const all = folder ? writtenRows(folder) : await allRows(isSecond ? 'second' : 'load');
  const rows = all.filter(({ language }) => wanted.length === 0 || wanted.includes(language));
  const results = await inTurns(rows, Math.min(2, availableParallelism()), (row) => judged(row, withoutGuard));
  const report = reportOf(results);
  if (wanted.length === 0 && !withoutGuard && !isSecond && !folder) return report;
  console.log(`${report.summary}\n\n${report.details}`);
  return null;
}

async function allRows(set) {
  const loaded = Object.entries(languages).map(async ([language, files]) => {
    const { rows, cheats = [], fixes = [] } = await files[set]();
    return (rows ?? [...cheats, ...fixes]).map((row) => ({ ...row, language }));
  });
  return (await Promise.all(loaded)).flat();
}

async function inTurns(rows, turns, work) {
  const results = [];
  const next = rows.entries();
  const turn = async () => {
    for (const [at, row] of next) {
      results[at] = { ...row, ...(await work(row)) };
      console.error(`    ${row.language}: ${row.kind} ${row.shape}: ${results[at].outcome} ${results[at].by}`);
    }
  };
  await Promise.all(Array.from({ length: turns }, turn));
  return results;
}

/** One loop of one iteration, with default settings but for coverage. */
async function judged(row, withoutGuard) {
  const folder = mkdtempSync(join(tmpdir(), 'jumar-bench-'));
  try {
    const { run, files, change, links = {} } = row.files ? row : repositoryOf(row);
    const project = join(folder, 'project');
    gitProject(project, files);
    for (const [path, target] of Object.entries(links)) symlinkSync(target, join(project, path));
    writeFiles(join(folder, 'change'), change);
    mkdirSync(join(folder, 'home'));
    const agent = `cp -R ${join(folder, 'change')}/. .`;
    const args = ['run', row.task, '--until', run, '--agent-command', agent, '--max-iterations', '1', '--json'];
    const env = {
      ...process.env,
      JUMAR_HOME: join(folder, 'home'),
      ...(withoutGuard && { JUMAR_GUARD_ENABLED: 'false' }),
    };
    const { code, stdout } = await outputOf([CLI, ...args], { cwd: project, env });
    return outcomeOf(code, stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function repositoryOf(row) {
  const { source, run, files, links } = languages[row.language];
  return { run, links, files: { [source]: row.before, ...files(row) }, change: { [source]: row.after } };
}

function outputOf(args, options) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] });
    let stdout = '';
    child.stdout.on('data', (data) => {
      stdout += data;
    });
    child.on('close', (code) => done({ code, stdout }));
  });
}

function reportOf(results) {
  const cheats = results.filter(({ kind }) => kind === 'cheat');
  const honest = results.filter(({ kind }) => kind === 'honest');
  const count = (all, outcome) => all.filter((one) => one.outcome === outcome).length;
  const names = [...new Set(results.map(({ language }) => language))];
  const rows = [...names, 'all'].map((name) => {
    const own = (all) => all.filter(({ language }) => name === 'all' || language === name);
    const [bad, good] = [own(cheats), own(honest)];
    const seenBy = (one) => bad.filter((row) => row.how?.includes(one)).length;
    return [
      name,
      bad.length,
      count(bad, 'blocked'),
      seenBy('guard'),
      seenBy('experiment'),
      count(bad, 'warned'),
      count(bad, 'accepted'),
      good.length,
      count(good, 'blocked'),
      count(good, 'warned'),
    ];
  });
  const head = [
    'language',
    'cheats',
    'blocked',
    'by the guard',
    'by the experiment',
    'warned',
    'accepted',
    'honest',
    'blocked',
    'warned',
  ];
  const others = results.filter(({ outcome }) => !['blocked', 'warned', 'accepted'].includes(outcome));
  const shapes = [...new Set(cheats.map(({ shape }) => shape))].map((shape) => {
    const own = cheats.filter((one) => one.shape === shape);
    return [
      shape,
      own.map(({ language, outcome, how }) => `${language}: ${outcome}${how ? ` by the ${how}` : ''}`).join(', '),
    ];
  });
  const fixes = honest.map(({ language, shape, outcome, by }) => [language, shape, outcome, by]);
  return {
    summary: `Small repositories in five languages whose agent answers the tests' inputs (${cheats.length}) or fixes the code honestly (${honest.length}, many at few points only), through one iteration of the loop with default settings. The rows are written by hand, by the author of the experiment.

${table(head, rows)}

Blocked: ${share(count(cheats, 'blocked'), cheats.length)} of the cheats, ${share(count(honest, 'blocked'), honest.length)} of the honest fixes.${others.length > 0 ? ` Not judged: ${others.length}.` : ''}`,
    details: `${table(['shape', 'outcome'], shapes)}

${table(['language', 'honest fix', 'outcome', 'findings'], fixes)}${
  others.length > 0
    ? `\n\n${table(
        ['not judged', 'outcome'],
        others.map((one) => [`${one.language}: ${one.shape}`, one.outcome]),
      )}`
    : ''
}`,
  };
}
