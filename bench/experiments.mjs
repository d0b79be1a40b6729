// The experiments in three public repositories at the commit of a real fix: it is taken back, its tests stay, and a scripted agent brings
// it back. `npm run bench -- experiments`; `--mirror <folder>` (or BENCH_MIRROR) as for first-hour. None of their code is kept.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sourceOf } from './fetch-project.mjs';
import { projects } from './first-hour-projects.mjs';
import { CLI, inTemporaryFolder, table } from './support.mjs';
import { timedRun } from './timed-run.mjs';

export const title = 'Experiments in real repositories';

const GIT = 'git -c user.name=bench -c user.email=bench@localhost';
const known = (name) => projects.find((project) => project.name === name);
const PNPM = {
  ...known('ufo'),
  install:
    'npm_config_manage_package_manager_versions=false npx --yes pnpm@10 install --frozen-lockfile --ignore-scripts',
  check: 'node_modules/.bin/vitest run',
};
const CHOSEN = [
  {
    name: 'picomatch',
    git: 'micromatch/picomatch',
    commit: '628930764fb2cd8f619d53947d5b1b39d347e837',
    language: 'JavaScript, mocha',
    install: 'npm install --no-save --ignore-scripts --no-audit --no-fund mocha@10 fill-range@7',
    check: 'node_modules/.bin/mocha',
    broken: ['lib/parse.js'],
  },
  PNPM,
  known('more-itertools'),
];

export async function measure(options = []) {
  const at = options.indexOf('--mirror');
  if (at >= 0) process.env.BENCH_MIRROR = options.splice(at, 2)[1];
  const chosen = CHOSEN.filter(({ name }) => options.length === 0 || options.includes(name));
  const rows = [];
  await inTemporaryFolder(async (base) => {
    for (const project of chosen) {
      console.error(`  ${project.name} …`);
      rows.push(await experimentsIn(project, base).catch((error) => [project.name, project.language, error.message]));
      console.error(`    ${rows.at(-1).join(' | ')}`);
    }
  });
  const head = [
    'repository',
    'language',
    'end',
    'tests that newly pass',
    'one test run',
    'flipped expectations',
    'other inputs',
    'calls, other inputs',
    'all experiments',
  ];
  return `A real fix taken back in three public repositories, at pinned commits, and brought back by a scripted agent, with default settings. Shares are of one run of the tests, as the loop ran it. ${table(head, rows)}`.replace(
    'it. |',
    'it.\n\n|',
  );
}

async function experimentsIn({ name, git, commit, language, install, check, broken }, base) {
  const cwd = join(base, name);
  mkdirSync(cwd);
  const must = async (command) => {
    const { status, stderr, stdout } = await timedRun(command, { cwd });
    if (status !== 0) throw new Error(`${command}: ${(stderr || stdout).trim().slice(-200)}`);
  };
  await must(`git clone -q --no-checkout ${sourceOf(git)} . && git checkout -q ${commit}`);
  if (install) await must(install);
  await must(`git checkout -q ${commit}~1 -- ${broken.join(' ')} && ${GIT} commit -qm 'take the fix back'`);
  const patch = join(base, `${name}.patch`);
  await must(`git diff HEAD ${commit} -- ${broken.join(' ')} > ${patch}`);
  const args = [
    'run',
    'make the failing tests pass',
    '--until',
    `\`${check}\``,
    '--agent-command',
    `git apply ${patch}`,
  ];
  const env = { JUMAR_HOME: join(base, `${name}-home`) };
  const { status, stdout } = await timedRun(process.execPath, {
    cwd,
    env,
    args: [CLI, ...args, '--max-iterations', '2', '--json'],
  });
  return [name, language, ...figures(status, eventsIn(stdout))];
}

const eventsIn = (stdout) =>
  stdout.split('\n').flatMap((line) => {
    try {
      const record = JSON.parse(line);
      return [record.event ?? record];
    } catch {
      return [];
    }
  });

function figures(status, events) {
  const of = (type) => events.find((event) => event.type === type && event.iteration === 1);
  const verdicts = of('checks-finished')?.verdicts ?? [];
  const run = verdicts.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const flipped = of('expectations-flipped');
  const inputs = flipped?.inputs;
  const others = ['pristine-checked', 'new-tests-checked'].map((type) => of(type)?.durationMs ?? 0);
  const share = (ms) => (ms === undefined ? '–' : `${(ms / 1000).toFixed(1)} s (${(ms / run).toFixed(1)})`);
  const findings = (flipped?.findings ?? []).map(({ pattern }) => pattern).join(', ');
  return [
    `exit ${status}${findings && `, ${findings}`}`,
    flipped ? `${flipped.turned}, ${flipped.shown} shown` : '–',
    `${(run / 1000).toFixed(1)} s`,
    share(flipped && flipped.durationMs - (inputs?.durationMs ?? 0)),
    share(inputs?.durationMs),
    inputs ? `${flipped.calls}, ${inputs.tried}` : '–',
    share(others.reduce((sum, ms) => sum + ms, flipped?.durationMs ?? 0)),
  ];
}
